import { PROJECT_SORTS, ProjectSearch, type ProjectSort } from "#server/contract/projects.ts"

/** What the address of the projects' table says; whatever has its default is left out. */
export interface TableAddress {
  search?: string | undefined
  sort?: ProjectSort | undefined
  page?: number | undefined
}

const [firstSort] = PROJECT_SORTS
const { shape } = ProjectSearch

/** A part that makes no sense counts as left out; it is named all the same, or the router would keep it. */
export function readTableAddress(given: Record<string, unknown>): TableAddress {
  // The router reads a search for a number as a number.
  const search = shape.search.safeParse(String(given.search ?? ""))
  const sort = shape.sort.safeParse(given.sort)
  const page = shape.page.safeParse(given.page)
  return {
    search: search.data || undefined,
    sort: sort.data === firstSort ? undefined : sort.data,
    page: page.data === 1 ? undefined : page.data,
  }
}

export function searchOf({ search = "", sort = firstSort, page = 1 }: TableAddress): ProjectSearch {
  return { search, sort, page }
}
