import * as z from "zod/mini"
import { isPageNumber, PART_MAX } from "./paging.ts"
import { SEARCH_MAX } from "./search-params.ts"
import { YEARS } from "./years.ts"

export const SearchText = z
  .string("Recherche invalide")
  .check(z.trim(), z.maxLength(SEARCH_MAX, "Recherche trop longue"))

export const PageNumber = z.int("Page inconnue").check(z.refine(isPageNumber, "Page inconnue"))

/** The number of rows of a part of a list. */
export const PartLimit = z._default(
  z
    .int("limit doit être un entier")
    .check(z.gte(1, "limit doit être positif"), z.lte(PART_MAX, `limit ne peut dépasser ${PART_MAX}`)),
  PART_MAX,
)

export const Year = z
  .int("Année inconnue")
  .check(z.gte(YEARS.first, "Année inconnue"), z.lte(YEARS.last, "Année inconnue"))
