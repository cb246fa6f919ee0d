/** The media query of people who ask for less data. */
export const REDUCED_DATA = "(prefers-reduced-data: reduce)"

/** Whether pictures that nobody has asked for yet are to wait. */
export function prefersReducedData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true || matchMedia(REDUCED_DATA).matches
}
