/** On a public page. */
export const PROJECTS_PER_PAGE = 24

/** In a table of the back office. */
export const ROWS_PER_PAGE = 50

/** A search counts its matches up to here. */
export const COUNT_MAX = 1000

export interface FoundCount {
  found: number
  /** Whether `found` is a lower bound: COUNT_MAX, or on later pages the number of rows up to the next page. */
  foundIsCapped: boolean
}

/** The last page known to have rows; an empty table has one page. */
export function lastPageOf({ found }: Pick<FoundCount, "found">, perPage = ROWS_PER_PAGE): number {
  return Math.max(1, Math.ceil(found / perPage))
}

const PAGE_MAX = 100_000

/** Counted from 1. Not a schema: URLs are parsed before zod is loaded. */
export function isPageNumber(page: unknown): page is number {
  return Number.isInteger(page) && Number(page) >= 1 && Number(page) <= PAGE_MAX
}

/** The most rows of a list that one response contains. */
export const LIST_LIMIT_MAX = 1000
