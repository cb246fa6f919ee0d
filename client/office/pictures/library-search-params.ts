import type { PictureSearch } from "#server/contract/content/pictures.ts"
import { isPageNumber } from "#server/contract/paging.ts"
import { parseSearchText } from "#server/contract/search-params.ts"

/** Search params of the screen; defaults are left out. */
export interface LibrarySearchParams {
  search?: string | undefined
  page?: number | undefined
  trash?: true | undefined
}

/** An invalid param becomes undefined: if it were missing, the router would keep it in the URL. */
export function parseLibrarySearchParams({ search, page, trash }: Record<string, unknown>): LibrarySearchParams {
  return {
    search: parseSearchText(search),
    page: isPageNumber(page) && page > 1 ? page : undefined,
    trash: trash === true || undefined,
  }
}

export function toPictureSearch({ search = "", page = 1, trash }: LibrarySearchParams): PictureSearch {
  return { search, page, trash: trash === true }
}
