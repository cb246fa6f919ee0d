// Addresses are parsed before zod is loaded: this file must not import it.

import {
  day,
  filter,
  flag,
  listAddress,
  ownSlugs,
  type ParamsOf,
  pageNumber,
  slug,
  slugOrId,
  text,
} from "./list-address.ts"
import { FOLDER_SLUGS } from "./message-states.ts"
import type { MessageSearch, MessageSort } from "./messages.ts"
import { CONTACT_SECTORS } from "./sectors.ts"

export const SORT_SLUGS = {
  newest: "recent",
  oldest: "ancien",
  waiting: "attente",
} as const satisfies Record<MessageSort, string>

/** The values of `?responsable=` for the signed-in account and for nobody. */
export const ASSIGNEE_SLUGS = { me: "moi", none: "personne" } as const

export const WITH_PICTURES = "avec"

/** The value of `?courriel=` for requests whose answer by mail has not left. */
export const UNDELIVERED = "non-parti"

/** The values of `?relance=`: for today, or for any day. */
export const FOLLOW_UP_SLUGS = { due: "aujourdhui", any: "prevue" } as const

/** The values of `?issue=`. */
export const OUTCOME_SLUGS = { quoted: "devis-envoye", won: "gagne", lost: "perdu", none: "sans" } as const

/** The address of the inbox and of its export as CSV. */
export const inboxAddress = listAddress({
  search: text("search"),
  etat: slug("folder", FOLDER_SLUGS),
  secteur: filter(slug("sector", ownSlugs(CONTACT_SECTORS))),
  responsable: filter(slugOrId("assignee", ASSIGNEE_SLUGS)),
  du: filter(day("from")),
  au: filter(day("until")),
  photos: filter(flag("photos", WITH_PICTURES)),
  courriel: filter(flag("undelivered", UNDELIVERED)),
  relance: filter(slug("followUp", FOLLOW_UP_SLUGS)),
  issue: filter(slug("outcome", OUTCOME_SLUGS)),
  tri: slug("sort", SORT_SLUGS, "newest"),
  page: pageNumber,
})

export type InboxSearchParams = ParamsOf<typeof inboxAddress>

/** Returns the search that the params stand for; `moi` stands for the given account. */
export function toMessageSearch(params: InboxSearchParams, accountId: number): MessageSearch {
  const { assignee, ...search } = inboxAddress.toSearch(params)
  return { ...search, assignee: assignee === "me" ? accountId : assignee }
}
