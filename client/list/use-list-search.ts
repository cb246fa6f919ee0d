import { useRef } from "react"

interface Navigation<Params> {
  search: Params
  replace: true
  resetScroll: false
  viewTransition: false
}

/** Changes the search params of a list, and returns to its first page. */
export function useListSearch<Params extends object>(
  params: Params,
  navigate: (navigation: Navigation<Params>) => Promise<void>,
  onChange?: () => void,
) {
  /** The number of rows found, which takes the focus of removed elements. */
  const foundRef = useRef<HTMLParagraphElement>(null)

  function changeSearch(changed: Params) {
    onChange?.()
    const search = { ...params, page: undefined, ...changed }
    return navigate({ search, replace: true, resetScroll: false, viewTransition: false })
  }

  function removeFilters(removed: Params) {
    void changeSearch(removed)
    foundRef.current?.focus()
  }

  return { foundRef, changeSearch, removeFilters }
}
