import { Link, useNavigate } from "@tanstack/react-router"
import type { FocusEvent, MouseEvent } from "react"
import { useSignOut } from "#client/app/api.ts"
import { Icon } from "#client/icons/icon.tsx"
import { LogoMark } from "#client/ui/logo-mark.tsx"
import { MenuButton } from "#client/ui/menu-button.tsx"
import { listOpeningHours } from "#server/contract/content/opening-hours.ts"
import { pagesIn } from "#server/contract/site-pages.ts"
import { nameDays } from "./name-days.ts"
import { ownPath, telHref, useSite } from "./site-content.ts"
import { site } from "./texts.ts"

const { header } = site

const current =
  "aria-[current=page]:border-b-secondary aria-[current=page]:shadow-[inset_0_-3px_var(--color-secondary)]"

export function Header() {
  const { company } = useSite()
  return (
    <header className="fixed inset-x-0 top-0 z-40 border-b print:absolute border-base-300 bg-base-100/90 [backdrop-filter:blur(12px)]">
      <div className="wrap @container flex h-(--header) items-center gap-x-6 md:max-xl:flex-wrap md:max-xl:content-center md:max-xl:gap-y-1 xl:gap-x-2">
        <Link to="/" className="mr-auto flex items-center gap-2.5 py-1" activeProps={{ "aria-current": undefined }}>
          <LogoMark className="size-11" />
          <span className="font-display text-xl font-bold leading-none tracking-tight @max-[17rem]:sr-only">
            {company.facts.name}
          </span>
        </Link>
        <nav aria-label={header.navigation} className="hidden md:block md:max-xl:order-last md:max-xl:w-full">
          <ul className="flex md:max-xl:-mx-1.5 md:max-xl:justify-between">
            {pagesIn("header").map(({ path, label, headerLabel = label }) => (
              <li key={path}>
                <Link
                  to={path}
                  activeOptions={ownPath}
                  className="block border-b-3 border-transparent px-2.5 py-2 text-[0.9375rem] whitespace-nowrap md:max-lg:px-1.5 md:max-lg:text-sm xl:px-1.5 xl:text-sm motion-safe:transition-colors hover:text-primary aria-[current=page]:border-secondary aria-[current=page]:font-semibold aria-[current=page]:text-primary"
                >
                  {headerLabel}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="hidden items-center gap-2 md:flex">
          <Link to="/contact" activeOptions={ownPath} className={`btn btn-primary xl:px-3 ${current}`}>
            {header.contact}
          </Link>
          <Link to="/login" className={`when-logged-out btn btn-outline btn-primary xl:px-3 ${current}`}>
            {header.login}
          </Link>
          <LogOutButton className="btn btn-outline btn-primary xl:px-3" />
        </div>
        <MenuButton menu="menu" action="open" label={header.openMenu} className="md:hidden" />
      </div>
      <MobileMenu />
    </header>
  )
}

/** The menu is a popover, so that opening, closing and focus work without JavaScript. */
function MobileMenu() {
  const { contact, hours } = useSite().company
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler only follows the focus
    <div
      id="menu"
      popover="auto"
      onBlur={closeBehindFocus}
      className="fixed inset-0 m-0 hidden h-dvh w-full max-w-none flex-col overflow-y-auto bg-base-100 px-[clamp(1rem,4vw,2rem)] pb-8 text-base-content open:flex"
    >
      <div className="flex h-(--header) shrink-0 items-center justify-between">
        <p className="font-display text-xl font-bold">{header.menu}</p>
        <MenuButton menu="menu" action="close" label={header.closeMenu} />
      </div>
      <nav aria-label={header.menu}>
        <ul>
          {pagesIn("header").map(({ path, label, headerLabel = label }) => (
            <li key={path} className="border-b border-base-300">
              <Link
                to={path}
                onClick={closeMenu}
                activeOptions={ownPath}
                className="flex min-h-13 items-center border-l-4 border-transparent pl-3 font-display text-lg font-bold aria-[current=page]:border-secondary aria-[current=page]:text-primary"
              >
                {headerLabel}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-6 grid gap-3">
        <Link to="/contact" activeOptions={ownPath} onClick={closeMenu} className="btn btn-primary btn-lg">
          {header.contact}
        </Link>
        <Link to="/login" onClick={closeMenu} className="when-logged-out btn btn-outline btn-primary btn-lg">
          {header.loginInMenu}
        </Link>
        <LogOutButton className="btn btn-outline btn-primary btn-lg" onLogOut={closeMenu} />
      </div>
      <div className="mt-6">
        <a href={telHref(contact.phone)} className="inline-flex min-h-11 items-center gap-2 font-semibold">
          <Icon name="phone" />
          {contact.phone}
        </a>
        {listOpeningHours(hours).map(({ days, text }) => (
          <p key={days[0]}>
            {`${nameDays(days)}\u00a0: `}
            <span className="inline-block">{text}</span>
          </p>
        ))}
      </div>
    </div>
  )
}

/** Closes the menu when the focus leaves it, since what it covers cannot be seen. */
function closeBehindFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover()
}

function closeMenu({ currentTarget }: MouseEvent<HTMLElement>) {
  currentTarget.closest<HTMLElement>("[popover]")?.hidePopover()
}

interface LogOutButtonProps {
  className: string
  onLogOut?: (event: MouseEvent<HTMLElement>) => void
}

/** Replaces the login link while the browser has a token. */
function LogOutButton({ className, onLogOut }: LogOutButtonProps) {
  const navigate = useNavigate()
  const signOut = useSignOut()

  async function logOut(event: MouseEvent<HTMLElement>) {
    onLogOut?.(event)
    if (await signOut()) await navigate({ to: "/" })
  }

  return (
    <button type="button" onClick={logOut} className={`when-logged-in ${className}`}>
      {header.logout}
    </button>
  )
}
