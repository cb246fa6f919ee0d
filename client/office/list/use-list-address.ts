import { useRef } from "react"
import type { ListAddress, ListParams, ListSearch, Param } from "#server/contract/list-address.ts"

interface Navigation<Params> {
  search: (previous: Params) => Params
  replace: true
  resetScroll: false
  viewTransition: false
}

export interface ShownList<Params> {
  /** The params of the address. */
  params: Params
  isFiltered: boolean
  /** It takes the focus of removed elements. */
  foundRef: React.RefObject<HTMLParagraphElement | null>
  /** Changes params, and returns to the first page. */
  change: (changed: Params) => Promise<void>
  removeFilters: (removed: Params) => void
  clearFilters: () => void
  clearSearch: () => void
}

/** Reads a list's address and changes it; `onChange` is called before. */
export function useListAddress<Declared extends Record<string, Param<string, unknown, unknown, unknown>>>(
  address: ListAddress<Declared>,
  given: object,
  navigate: (navigation: Navigation<ListParams<Declared>>) => Promise<void>,
  onChange?: () => void,
): ShownList<ListParams<Declared>> & { search: ListSearch<Declared> } {
  type Params = ListParams<Declared>
  const foundRef = useRef<HTMLParagraphElement>(null)
  const params = address.parse({ ...given })

  function change(changed: object) {
    onChange?.()
    // Another change may be on its way to the screen.
    const search = (previous: Params) => ({ ...address.parse({ ...previous }), page: undefined, ...changed }) as Params
    return navigate({ search, replace: true, resetScroll: false, viewTransition: false })
  }

  function removeFilters(removed: Params) {
    void change(removed)
    foundRef.current?.focus()
  }

  return {
    params,
    search: address.toSearch(params),
    isFiltered: address.countFilters(params) > 0,
    foundRef,
    change,
    removeFilters,
    clearFilters: () => removeFilters(address.noFilters),
    clearSearch: () => void change({ search: undefined }),
  }
}
