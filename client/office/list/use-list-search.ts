import { useRef } from "react"

interface Navigation<Params> {
  search: (previous: Params) => Params
  replace: true
  resetScroll: false
  viewTransition: false
}

/** Changes the search params of a list, which `parse` reads from the address, and returns to its first page. */
export function useListSearch<Params extends object>(
  parse: (params: Record<string, unknown>) => Params,
  navigate: (navigation: Navigation<Params>) => Promise<void>,
  onChange?: () => void,
) {
  /** The number of rows found, which takes the focus of removed elements. */
  const foundRef = useRef<HTMLParagraphElement>(null)

  function changeSearch(changed: Params) {
    onChange?.()
    // Another change may be on its way to the screen.
    const search = (previous: Params) => ({
      ...parse({ ...previous } as Record<string, unknown>),
      page: undefined,
      ...changed,
    })
    return navigate({ search, replace: true, resetScroll: false, viewTransition: false })
  }

  function removeFilters(removed: Params) {
    void changeSearch(removed)
    foundRef.current?.focus()
  }

  return { foundRef, changeSearch, removeFilters }
}
