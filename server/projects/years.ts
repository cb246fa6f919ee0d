// Years are those of Kinshasa, an hour ahead of UTC.

/** Returns the moment at which the year begins. */
export function startOfYear(year: number): string {
  return new Date(Date.UTC(year, 0, 1, -1)).toISOString()
}

/** Returns the year of a moment, or an empty text if this is none. */
export function yearOf(moment: string): string {
  const year = new Date(Date.parse(moment) + 3_600_000).getUTCFullYear()
  return Number.isNaN(year) ? "" : String(year)
}
