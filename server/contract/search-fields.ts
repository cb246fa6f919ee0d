import * as z from "zod/mini"
import { Id } from "./id.ts"
import { SEARCH_MAX } from "./list-address.ts"
import { isPageNumber, LIST_LIMIT_MAX } from "./paging.ts"
import { YEARS } from "./years.ts"

export const SearchText = z
  .string("Recherche invalide")
  .check(z.trim(), z.maxLength(SEARCH_MAX, "Recherche trop longue"))

export const PageNumber = z.int("Page inconnue").check(z.refine(isPageNumber, "Page inconnue"))

export const ListLimit = z._default(
  z
    .int("limit doit être un entier")
    .check(z.gte(1, "limit doit être positif"), z.lte(LIST_LIMIT_MAX, `limit ne peut dépasser ${LIST_LIMIT_MAX}`)),
  LIST_LIMIT_MAX,
)

/** A place in a list that is sorted from the newest. */
export const ListPosition = z.object({
  /** The id of the last row that was received. */
  after: z.optional(Id),
  /** The moment by which that row was sorted, so that the list goes on where it was even if the row has gone. */
  at: z.optional(
    z.iso.datetime({ offset: true, error: "at doit être une date" }).check(
      // Stored moments are compared as texts.
      z.overwrite((text) => (text.endsWith("Z") ? text : new Date(text).toISOString())),
    ),
  ),
})

export type ListPosition = z.infer<typeof ListPosition>

export const Year = z
  .int("Année inconnue")
  .check(z.gte(YEARS.first, "Année inconnue"), z.lte(YEARS.last, "Année inconnue"))
