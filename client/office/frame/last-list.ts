import { useLocation } from "@tanstack/react-router"
import { useEffect } from "react"
import { LAST_LIST, withStorage } from "#client/app/browser-storage.ts"
import type { InboxSearchParams } from "#server/contract/inbox-search-params.ts"
import type { ProjectSearchParams } from "#server/contract/project-search-params.ts"

/** The lists whose rows have screens that lead back, with the search params of each. */
interface Lists {
  "/admin/messages": InboxSearchParams
  "/admin/projects": ProjectSearchParams
}

export type ListPath = keyof Lists

const paths: readonly ListPath[] = ["/admin/messages", "/admin/projects"]

interface LastList<Path extends ListPath = ListPath> {
  search: Lists[Path]
  /** Its place in the tab's history; undefined once another screen has taken it. */
  index?: number | undefined
  /** Milliseconds since 1970. */
  openedAt: number
}

/** Returns how this tab has shown the list last. */
export function readLastList<Path extends ListPath>(path: Path): LastList<Path> | undefined {
  return withStorage(() => JSON.parse(sessionStorage.getItem(keyOf(path)) ?? "null")) ?? undefined
}

function writeLastList(path: ListPath, list: Omit<LastList, "search"> & { search: object }): void {
  withStorage(() => sessionStorage.setItem(keyOf(path), JSON.stringify(list)))
}

function keyOf(path: ListPath): string {
  return LAST_LIST + path
}

/** Remembers each list that the tab shows. */
export function useLastLists(): void {
  const { pathname, search, state, href } = useLocation()
  const index = state.__TSR_index
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address tells whether the search has changed.
  useEffect(() => {
    for (const path of paths) {
      const last = readLastList(path)
      if (path === pathname) writeLastList(path, { search, index, openedAt: Date.now() })
      else if (last && (last.index ?? -1) >= index) writeLastList(path, { ...last, index: undefined })
    }
  }, [href, index])
}
