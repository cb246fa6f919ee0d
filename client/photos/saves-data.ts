/** The media query of people who ask for less data. */
export const SPARING = "(prefers-reduced-data: reduce)"

/** Whether pictures that nobody has asked for yet are to wait. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true || matchMedia(SPARING).matches
}
