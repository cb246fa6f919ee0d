import { Link } from "@tanstack/react-router"
import type { MouseEvent } from "react"
import { site } from "#client/copy/site.ts"
import { MenuButton } from "#client/ui/menu-button.tsx"
import { LogOutButton } from "./log-out-button.tsx"

const { header } = site

/** A popover, so that opening, closing and focus work without JavaScript. */
export function MobileMenu() {
  return (
    <div
      id="menu"
      popover="auto"
      className="fixed inset-0 m-0 hidden h-dvh w-full max-w-none flex-col overflow-y-auto bg-base-100 px-[clamp(1rem,4vw,2rem)] pb-8 text-base-content open:flex"
    >
      <div className="flex h-(--header) shrink-0 items-center justify-between">
        <p className="font-display text-xl font-bold">{header.menu}</p>
        <MenuButton menu="menu" action="close" label={header.closeMenu} />
      </div>
      <nav aria-label={header.menu}>
        <ul>
          {header.links.map(({ label, to }) => (
            <li key={to} className="border-b border-base-300">
              <Link
                to={to}
                onClick={closeMenu}
                activeOptions={{ exact: true, includeSearch: false }}
                className="flex min-h-13 items-center border-l-4 border-transparent pl-3 font-display text-lg font-bold aria-[current=page]:border-secondary aria-[current=page]:text-primary"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-6 grid gap-3">
        <Link to="/contact" onClick={closeMenu} className="btn btn-primary btn-lg">
          {header.contact}
        </Link>
        <Link to="/login" onClick={closeMenu} className="when-logged-out btn btn-outline btn-primary btn-lg">
          {header.loginInMenu}
        </Link>
        <LogOutButton className="btn btn-outline btn-primary btn-lg" onLogOut={closeMenu} />
      </div>
    </div>
  )
}

function closeMenu({ currentTarget }: MouseEvent<HTMLElement>) {
  currentTarget.closest<HTMLElement>("[popover]")?.hidePopover()
}
