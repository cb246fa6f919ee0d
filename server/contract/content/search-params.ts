// Addresses are parsed before zod is loaded: this file must not import it.

import { kinshasaDay } from "#server/contract/kinshasa-time.ts"
import { day, filter, listAddress, type ParamsOf, slug } from "#server/contract/list-address.ts"
import type { ContentState, PageState } from "./edit.ts"

const EDITED_SLUGS = {
  changed: "modifie",
  scheduled: "programme",
} as const satisfies Partial<Record<ContentState, string>>

/** The address of the list of the site's contents. */
export const contentAddress = listAddress({
  etat: filter(slug("state", EDITED_SLUGS)),
  publication: filter(day("scheduledOn")),
})

export type ContentSearchParams = ParamsOf<typeof contentAddress>

/** Returns the contents that the address lists. */
export function filterContents(
  contents: readonly PageState[],
  { state, scheduledOn }: ReturnType<typeof contentAddress.toSearch>,
): PageState[] {
  return contents.filter(
    ({ publishAt, ...content }) =>
      (!state || content.state === state) &&
      (!scheduledOn || (publishAt !== null && kinshasaDay(new Date(publishAt)) === scheduledOn)),
  )
}
