/** On a sector's public page. */
export const PROJECTS_PER_PAGE = 24

/** In a table of the back-office. */
export const ROWS_PER_PAGE = 50

/** Matches of a search are counted up to here. */
export const COUNT_MAX = 1000

export interface FoundCount {
  found: number
  /** Whether there may be more than `found`, which is then COUNT_MAX, or what is known to be there beyond. */
  foundIsCapped: boolean
}

/** Of what is known to be there. An empty list has one page. */
export function lastPageOf({ found }: FoundCount, perPage: number): number {
  return Math.max(1, Math.ceil(found / perPage))
}

const PAGE_MAX = 100_000

/** Whether it can be the page of a list, counted from 1. URLs are parsed before any schema is fetched. */
export function isPageNumber(page: unknown): page is number {
  return Number.isInteger(page) && Number(page) >= 1 && Number(page) <= PAGE_MAX
}
