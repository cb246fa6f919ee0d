import type { MessageSearch } from "#server/contract/messages.ts"
import { isPageNumber } from "#server/contract/paging.ts"
import { parseSearchText } from "#server/contract/search-text.ts"

/** What the address of the messages' screen says; whatever has its default is left out. */
export interface InboxSearchParams {
  search?: string | undefined
  page?: number | undefined
}

/** A part that makes no sense counts as left out; it is named all the same, or the router would keep it. */
export function parseInboxSearchParams({ search, page }: Record<string, unknown>): InboxSearchParams {
  return { search: parseSearchText(search), page: isPageNumber(page) && page > 1 ? page : undefined }
}

export function toMessageSearch({ search = "", page = 1 }: InboxSearchParams): MessageSearch {
  return { search, page }
}
