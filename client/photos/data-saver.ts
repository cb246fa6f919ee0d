/** The media query that matches in browsers set to save data. */
export const REDUCED_DATA = "(prefers-reduced-data: reduce)"

/** If so, nothing is loaded ahead. */
export function prefersReducedData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true || matchMedia(REDUCED_DATA).matches
}
