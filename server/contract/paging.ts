/** On a sector's public page. */
export const PROJECTS_PER_PAGE = 24

/** In a table of the back-office. */
export const ROWS_PER_PAGE = 50

const PAGE_MAX = 100_000

/** Whether it can be the page of a list, counted from 1. Addresses are read before any schema is fetched. */
export function isPageNumber(page: unknown): page is number {
  return Number.isInteger(page) && Number(page) >= 1 && Number(page) <= PAGE_MAX
}
