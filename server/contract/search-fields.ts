import * as z from "zod/mini"
import { isPageNumber } from "./paging.ts"
import { SEARCH_MAX } from "./search-params.ts"

export const SearchText = z
  .string("Recherche invalide")
  .check(z.trim(), z.maxLength(SEARCH_MAX, "Recherche trop longue"))

export const PageNumber = z.int("Page inconnue").check(z.refine(isPageNumber, "Page inconnue"))
