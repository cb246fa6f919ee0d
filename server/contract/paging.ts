/** The number of projects on a public page. */
export const PROJECTS_PER_PAGE = 24

/** The number of rows on a page of a table of the back office. */
export const ROWS_PER_PAGE = 50

/** The history of a project or a page lists at most as many revisions. */
export const REVISIONS_MAX = 100

/** A search stops counting its matches at this number. */
export const COUNT_MAX = 1000

export interface FoundCount {
  found: number
  /** Whether `found` is a lower bound: COUNT_MAX, or on later pages the number of rows up to the next page. */
  foundIsCapped: boolean
}

/** Returns the last page that is known to have rows; an empty table has one page. */
export function lastPageOf({ found }: Pick<FoundCount, "found">, perPage = ROWS_PER_PAGE): number {
  return Math.max(1, Math.ceil(found / perPage))
}

const PAGE_MAX = 100_000

/** Whether a value is a page number, from 1. It is no schema, since URLs are parsed before zod is loaded. */
export function isPageNumber(page: unknown): page is number {
  return Number.isInteger(page) && Number(page) >= 1 && Number(page) <= PAGE_MAX
}

/** The most rows that one response with a list contains. */
export const LIST_LIMIT_MAX = 1000
