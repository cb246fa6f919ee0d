import { onlineManager, useQuery } from "@tanstack/react-query"
import { useMatches } from "@tanstack/react-router"
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react"
import { useApi } from "#client/app/api.ts"
import { Icon } from "#client/icons/icon.tsx"
import { LogoMark } from "#client/ui/logo-mark.tsx"
import { MenuButton } from "#client/ui/menu-button.tsx"
import type { Account } from "#server/contract/accounts.ts"
import { sumWaiting } from "#server/contract/message-states.ts"
import { hasRight } from "#server/contract/rights.ts"
import { useLastLists } from "./last-list.ts"
import { Navigation, useLogOut } from "./navigation.tsx"
import { PaletteButton, usePalette } from "./palette-button.tsx"
import { admin } from "./texts.ts"
import { useInboxState } from "./use-inbox-state.ts"

/** Frames every admin screen with a sidebar on wide screens and a menu button on small ones. */
export function AdminLayout({ account, children }: { account: Account; children: ReactNode }) {
  const { queries } = useApi()
  const { data: site } = useQuery(queries.content.site.queryOptions())
  const name = site?.company.facts.name
  const canRead = hasRight(account.role, "messages.read")
  const inbox = useInboxState(canRead)
  const waiting = inbox ? sumWaiting(inbox, [account.id, null]).count : 0
  useLastLists()
  const { open, palette } = usePalette(useLogOut("/login"))
  const [collapsed, setCollapsed] = useState(false)
  return (
    <div
      className={`min-h-dvh bg-base-200 lg:grid ${collapsed ? "lg:grid-cols-[4.75rem_1fr]" : "lg:grid-cols-[16rem_1fr]"}`}
    >
      <CountedTitle count={waiting} />
      {palette}
      <header className="sticky top-0 z-30 flex h-16 items-center justify-between gap-3 border-b border-base-300 bg-base-100 px-4 lg:hidden">
        <span className="flex min-w-0 items-center gap-2 font-display text-lg font-bold">
          <LogoMark className="size-9" />
          <span className="truncate max-[18rem]:sr-only">{name}</span>
        </span>
        <span className="flex shrink-0">
          <PaletteButton isBare className="btn-ghost btn-square" onClick={open} />
          <MenuButton menu="admin-menu" action="open" label={admin.openMenu} />
        </span>
      </header>
      <div
        id="admin-menu"
        popover="auto"
        className="fixed inset-0 m-0 hidden h-dvh w-full max-w-none flex-col overflow-y-auto bg-base-100 p-4 text-base-content open:flex lg:hidden"
      >
        <MenuButton menu="admin-menu" action="close" label={admin.closeMenu} className="self-end" />
        <Navigation account={account} waiting={waiting} />
      </div>
      <aside className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-r border-base-300 bg-base-100 p-3 lg:flex">
        <div className="mb-4 flex items-center gap-2 px-1.5 py-2 scant:mb-1">
          <LogoMark className="size-9" />
          {!collapsed && <span className="font-display text-lg leading-tight font-bold">{name}</span>}
        </div>
        <PaletteButton
          isBare={collapsed}
          className="mb-3 shrink-0 justify-start border-base-300 bg-base-100 px-3 font-normal"
          onClick={open}
        />
        <Navigation account={account} waiting={waiting} collapsed={collapsed} />
        <button
          type="button"
          aria-pressed={collapsed}
          aria-label={collapsed ? admin.expand : admin.collapse}
          onClick={() => setCollapsed(!collapsed)}
          className="btn btn-ghost mt-2 shrink-0 justify-start px-3 scant:mt-0"
        >
          <Icon name={collapsed ? "chevronRight" : "chevronLeft"} />
          {!collapsed && admin.collapse}
        </button>
      </aside>
      <div className="flex min-w-0 flex-col">
        <main
          id="contenu"
          tabIndex={-1}
          className="mx-auto w-full max-w-[80rem] grow p-4 outline-none max-[18rem]:wrap-anywhere md:p-8"
        >
          {children}
        </main>
        <ServerStatus />
      </div>
    </div>
  )
}

function ServerStatus() {
  const isOnline = useSyncExternalStore(onlineManager.subscribe, () => onlineManager.isOnline())
  const health = useQuery<{ version: string }>({ queryKey: ["api", "health"], refetchInterval: 60_000 })
  const isError = health.isError || !isOnline
  const { isPending } = health
  const texts = admin.server
  return (
    <footer className="flex items-center gap-2 px-4 pb-4 text-sm text-base-content/75 md:px-8">
      <span
        aria-hidden="true"
        className={`size-2.5 rounded-full ${isError ? "bg-error" : isPending ? "bg-warning" : "bg-success"}`}
      />
      {isError ? texts.failed : isPending ? texts.checking : texts.ok}
      {health.data && <span className="ml-auto">{texts.version(health.data.version)}</span>}
    </footer>
  )
}

/** Puts the number of requests to answer before the screen's title. */
function CountedTitle({ count }: { count: number }) {
  const title = useMatches({
    select: (matches) =>
      matches
        .flatMap(({ meta }) => meta ?? [])
        .filter(hasTitle)
        .pop()?.title,
  })
  // React sets the title whenever the screen changes, without the number.
  useEffect(() => {
    if (title) document.title = count > 0 ? `(${count}) ${title}` : title
  }, [title, count])
  return null
}

function hasTitle(meta: object | undefined): meta is { title: string } {
  return meta !== undefined && "title" in meta
}
