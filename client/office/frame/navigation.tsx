import { Link, useLocation, useRouter } from "@tanstack/react-router"
import type { MouseEvent } from "react"
import { useSignOut } from "#client/app/api.ts"
import { Icon, type IconName } from "#client/icons/icon.tsx"
import { saveOpenEditors } from "#client/office/editing/open-editors.ts"
import type { Account } from "#server/contract/accounts.ts"
import { useCan } from "./rights.tsx"
import { admin } from "./texts.ts"

/** The badge has room for two digits. */
const WAITING_MAX = 99

const entry =
  "relative flex min-h-11 w-full items-center gap-3 rounded-field px-3 py-2 text-left hover:bg-base-200 aria-[current]:bg-primary aria-[current]:font-semibold aria-[current]:text-primary-content"

interface NavigationProps {
  account: Account
  /** The number of requests that wait for an answer of the account or of anybody. */
  waiting: number
  collapsed?: boolean
}

/** The links of the sidebar, which are icons alone when it is collapsed. */
export function Navigation({ account, waiting, collapsed = false }: NavigationProps) {
  // The screens that edit or import projects belong to the menu entry of their list.
  const isOnForm = useLocation({ select: ({ pathname }) => /^\/admin\/projects?-/.test(pathname) })
  const can = useCan()
  const links = admin.links.filter(({ right }) => can(right))
  const advanced = links.filter(isAdvanced)
  const isOnAdvanced = useLocation({ select: ({ pathname }) => advanced.some(({ to }) => to === pathname) })
  const toItem = ({ label, to, icon }: (typeof links)[number]) => (
    <li key={to}>
      <Link
        to={to}
        onClick={closeMenu}
        title={collapsed ? label : undefined}
        className={entry}
        aria-current={isOnForm && to === "/admin/projects" ? "true" : undefined}
      >
        <Label icon={icon} label={label} hidden={collapsed} />
        {to === "/admin/messages" && waiting > 0 && <Waiting count={waiting} collapsed={collapsed} />}
      </Link>
    </li>
  )
  return (
    <nav aria-label={admin.navigation} className="flex grow flex-col">
      <ul className="space-y-1 lg:scant:space-y-0">
        {links.filter((link) => !isAdvanced(link)).map(toItem)}
        {collapsed && advanced.map(toItem)}
        {!collapsed && advanced.length > 0 && (
          <li>
            <details key={String(isOnAdvanced)} open={isOnAdvanced} className="group">
              <summary className={`${entry} cursor-pointer list-none marker:content-none`}>
                <Icon name="chevronRight" className="size-5 group-open:rotate-90" />
                {admin.advanced}
              </summary>
              <ul className="space-y-1 pl-3">{advanced.map(toItem)}</ul>
            </details>
          </li>
        )}
      </ul>
      <ul className="mt-auto space-y-1 border-t border-base-300 pt-3 lg:scant:space-y-0 lg:scant:pt-1">
        {!collapsed && <li className="truncate px-3 pb-1 text-sm text-base-content/75">{account.email}</li>}
        <li>
          <Link to="/admin/account" onClick={closeMenu} title={collapsed ? admin.account : undefined} className={entry}>
            <Label icon="account" label={admin.account} hidden={collapsed} />
          </Link>
        </li>
        <li>
          <a href="/" title={collapsed ? admin.site : undefined} className={entry}>
            <Label icon="arrow" label={admin.site} hidden={collapsed} />
          </a>
        </li>
        <li>
          <LogOut collapsed={collapsed} />
        </li>
      </ul>
    </nav>
  )
}

function isAdvanced(link: (typeof admin.links)[number]): boolean {
  return "isAdvanced" in link
}

function Waiting({ count, collapsed }: { count: number; collapsed: boolean }) {
  return (
    <span
      className={`rounded-full bg-accent px-2 text-sm leading-6 font-semibold text-accent-content ${collapsed ? "absolute top-0 right-0 scale-75" : "ml-auto"}`}
    >
      <span aria-hidden="true">{count > WAITING_MAX ? `${WAITING_MAX}+` : count}</span>
      <span className="sr-only">{admin.waiting(count)}</span>
    </span>
  )
}

function LogOut({ collapsed }: { collapsed: boolean }) {
  const logOut = useLogOut("/login")
  return (
    <button
      type="button"
      onClick={logOut}
      title={collapsed ? admin.logout : undefined}
      className={`${entry} cursor-pointer`}
    >
      <Label icon="logout" label={admin.logout} hidden={collapsed} />
    </button>
  )
}

/** Ends the session and leaves the admin, unless a form with unsaved changes or a failure prevents that. */
export function useLogOut(to: "/login" | "/") {
  const { history, navigate } = useRouter()
  const signOut = useSignOut()

  async function isBlocked() {
    const nextLocation = { ...history.location, href: to, pathname: to, search: "", hash: "" }
    for (const { blockerFn } of history._getBlockers())
      if (await blockerFn({ currentLocation: history.location, nextLocation, action: "PUSH" })) return true
    return false
  }

  return async () => {
    if (await isBlocked()) return
    await saveOpenEditors()
    if (await signOut()) await navigate({ to, ignoreBlocker: true })
  }
}

function Label({ icon, label, hidden }: { icon: IconName; label: string; hidden: boolean }) {
  return (
    <>
      <Icon name={icon} />
      <span className={hidden ? "sr-only" : ""}>{label}</span>
    </>
  )
}

function closeMenu({ currentTarget }: MouseEvent<HTMLElement>) {
  currentTarget.closest<HTMLElement>("[popover]")?.hidePopover()
}
