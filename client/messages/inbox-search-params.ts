import type { MessageSearch } from "#server/contract/messages.ts"
import { isPageNumber } from "#server/contract/paging.ts"
import { parseSearchText } from "#server/contract/search-params.ts"

/** Search params of the screen's URL; defaults are left out. */
export interface InboxSearchParams {
  search?: string | undefined
  page?: number | undefined
}

/** An invalid param becomes undefined; were it missing, the router would keep it in the URL. */
export function parseInboxSearchParams({ search, page }: Record<string, unknown>): InboxSearchParams {
  return { search: parseSearchText(search), page: isPageNumber(page) && page > 1 ? page : undefined }
}

export function toMessageSearch({ search = "", page = 1 }: InboxSearchParams): MessageSearch {
  return { search, page, sort: "newest" }
}
