import type { MessageSearch } from "#server/contract/messages.ts"
import { isPage } from "#server/contract/paging.ts"

/** What the address of the messages' screen says; whatever has its default is left out. */
export interface InboxAddress {
  search?: string | undefined
  page?: number | undefined
}

const SEARCH_MAX = 200

/** A part that makes no sense counts as left out; it is named all the same, or the router would keep it. */
export function readInboxAddress({ search, page }: Record<string, unknown>): InboxAddress {
  // The router reads a search for a number as a number.
  const text = ["string", "number", "boolean"].includes(typeof search) ? String(search).trim() : ""
  return { search: text.slice(0, SEARCH_MAX) || undefined, page: isPage(page) && page > 1 ? page : undefined }
}

export function inboxSearch({ search = "", page = 1 }: InboxAddress): MessageSearch {
  return { search, page }
}
