import * as z from "zod/mini"
import { isPageNumber, LIST_LIMIT_MAX } from "./paging.ts"
import { SEARCH_MAX } from "./search-params.ts"
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

export const Year = z
  .int("Année inconnue")
  .check(z.gte(YEARS.first, "Année inconnue"), z.lte(YEARS.last, "Année inconnue"))
