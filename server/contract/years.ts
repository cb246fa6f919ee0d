// Not a schema: URLs are parsed without loading zod.

/** The years that projects are filtered by. */
export const YEARS = { first: 1900, last: 9999 } as const

export function isYear(year: unknown): year is number {
  return Number.isInteger(year) && Number(year) >= YEARS.first && Number(year) <= YEARS.last
}
