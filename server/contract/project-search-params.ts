// Addresses are parsed before zod is loaded: this file must not import it.

import {
  day,
  filter,
  listAddress,
  number,
  ownSlugs,
  type ParamsOf,
  pageNumber,
  slug,
  someOf,
  text,
} from "./list-address.ts"
import { COLUMN_SLUGS } from "./project-columns.ts"
import { PROJECT_SORTS } from "./project-sorts.ts"
import { STATE_SLUGS } from "./project-states.ts"
import { SECTOR_SLUGS } from "./sectors.ts"
import { STATUS_SLUGS } from "./status-slugs.ts"
import { isYear } from "./years.ts"

/** The values of `?statut=`; « aucun » stands for projects without one of STATUSES. */
export const STATUS_FILTER_SLUGS = { ...STATUS_SLUGS, none: "aucun" } as const

export const PICTURE_SLUGS = { with: "avec", without: "sans" } as const

/** The address of the table and of its export as CSV. */
export const projectAddress = listAddress({
  search: text("search"),
  etat: slug("state", STATE_SLUGS),
  secteur: filter(slug("sector", SECTOR_SLUGS)),
  statut: filter(slug("status", STATUS_FILTER_SLUGS)),
  annee: filter(number("year", isYear)),
  images: filter(slug("pictures", PICTURE_SLUGS)),
  publication: filter(day("scheduledOn")),
  sort: slug("sort", ownSlugs(PROJECT_SORTS), "newest"),
  colonnes: someOf("columns", COLUMN_SLUGS, "aucune"),
  page: pageNumber,
})

export type ProjectSearchParams = ParamsOf<typeof projectAddress>
