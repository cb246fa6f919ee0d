import type { MessageSearch } from "#server/contract/messages.ts"
import { isPage } from "#server/contract/paging.ts"
import { readSearchText } from "#server/contract/search-text.ts"

/** What the address of the messages' screen says; whatever has its default is left out. */
export interface InboxAddress {
  search?: string | undefined
  page?: number | undefined
}

/** A part that makes no sense counts as left out; it is named all the same, or the router would keep it. */
export function readInboxAddress({ search, page }: Record<string, unknown>): InboxAddress {
  return { search: readSearchText(search), page: isPage(page) && page > 1 ? page : undefined }
}

export function inboxSearch({ search = "", page = 1 }: InboxAddress): MessageSearch {
  return { search, page }
}
