// The file contains no schema, since URLs are parsed without loading zod.

/** The range of years by which projects can be filtered. */
export const YEARS = { first: 1900, last: 9999 } as const

export function isYear(year: unknown): year is number {
  return Number.isInteger(year) && Number(year) >= YEARS.first && Number(year) <= YEARS.last
}
