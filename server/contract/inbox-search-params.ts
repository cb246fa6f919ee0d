// Search params are parsed before zod is loaded: this file must not import it.

import { isDay } from "./days.ts"
import { FOLDER_SLUGS, MESSAGE_FOLDERS, type MessageFolder } from "./message-states.ts"
import type { MessageSearch, MessageSort } from "./messages.ts"
import { isPageNumber } from "./paging.ts"
import { findSlug, isId, parseSearchText } from "./search-params.ts"
import { CONTACT_SECTORS, type ContactSector } from "./sectors.ts"

export const SORT_SLUGS = {
  newest: "recent",
  oldest: "ancien",
  waiting: "attente",
} as const satisfies Record<MessageSort, string>

export const SORTS = Object.keys(SORT_SLUGS) as MessageSort[]

/** The values of `?responsable=` for the signed-in account and for nobody. */
export const ME = "moi"
export const NOBODY = "personne"

export const WITH_PHOTOS = "avec"

/** Search params of the inbox and of its export as CSV; defaults are left out. */
export interface InboxSearchParams {
  search?: string | undefined
  etat?: (typeof FOLDER_SLUGS)[MessageFolder] | undefined
  secteur?: ContactSector | undefined
  responsable?: typeof ME | typeof NOBODY | number | undefined
  du?: string | undefined
  au?: string | undefined
  photos?: typeof WITH_PHOTOS | undefined
  tri?: (typeof SORT_SLUGS)[MessageSort] | undefined
  page?: number | undefined
}

/** An invalid param becomes undefined: if it were missing, the router would keep it in the URL. */
export function parseInboxSearchParams(params: Record<string, unknown>): InboxSearchParams {
  const { responsable, du, au, photos, page } = params
  const tri = findSlug(SORT_SLUGS, params.tri)
  return {
    search: parseSearchText(params.search),
    etat: findSlug(FOLDER_SLUGS, params.etat),
    secteur: CONTACT_SECTORS.find((sector) => sector === params.secteur),
    responsable: responsable === ME || responsable === NOBODY || isId(responsable) ? responsable : undefined,
    du: isDay(du) ? du : undefined,
    au: isDay(au) ? au : undefined,
    photos: photos === WITH_PHOTOS ? photos : undefined,
    tri: tri === SORT_SLUGS.newest ? undefined : tri,
    page: isPageNumber(page) && page > 1 ? page : undefined,
  }
}

/** Returns the search that the params stand for; `moi` stands for the given account. */
export function toMessageSearch(params: InboxSearchParams, accountId: number): MessageSearch {
  const { search = "", etat, secteur, responsable, du, au, photos, tri, page = 1 } = params
  return {
    search,
    folder: MESSAGE_FOLDERS.find((folder) => FOLDER_SLUGS[folder] === etat),
    sector: secteur,
    assignee: responsable === ME ? accountId : responsable === NOBODY ? "none" : responsable,
    from: du,
    until: au,
    photos: photos && true,
    sort: SORTS.find((sort) => SORT_SLUGS[sort] === tri) ?? "newest",
    page,
  }
}

export type InboxFilterName = "secteur" | "responsable" | "du" | "au" | "photos"

export const noInboxFilters = {
  secteur: undefined,
  responsable: undefined,
  du: undefined,
  au: undefined,
  photos: undefined,
} as const satisfies Record<InboxFilterName, undefined>

export function countInboxFilters(params: InboxSearchParams): number {
  return (Object.keys(noInboxFilters) as InboxFilterName[]).filter((name) => params[name] !== undefined).length
}
