import { isPageNumber } from "#server/contract/paging.ts"
import type { ProjectSearch } from "#server/contract/projects.ts"
import { PROJECT_SORTS, type ProjectSort, parseSearchText } from "#server/contract/search-params.ts"

/** The URL's parameters; defaults are left out. */
export interface TableSearchParams {
  search?: string | undefined
  sort?: ProjectSort | undefined
  page?: number | undefined
}

const [firstSort] = PROJECT_SORTS

/** Invalid values become `undefined`, listed since the router keeps parameters that are left out. */
export function parseTableSearchParams(params: Record<string, unknown>): TableSearchParams {
  const sort = PROJECT_SORTS.find((one) => one === params.sort)
  return {
    search: parseSearchText(params.search),
    sort: sort === firstSort ? undefined : sort,
    page: isPageNumber(params.page) && params.page > 1 ? params.page : undefined,
  }
}

export function toProjectSearch({ search = "", sort = firstSort, page = 1 }: TableSearchParams): ProjectSearch {
  return { search, sort, page }
}
