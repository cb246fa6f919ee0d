import { SAVES_DATA } from "#client/document-state.ts"

/** The media query that matches in browsers set to save data. */
export const REDUCED_DATA = "(prefers-reduced-data: reduce)"

/** Whether the footer's switch is on in this page. */
export function isSwitchedOn(): boolean {
  return document.documentElement.hasAttribute(SAVES_DATA)
}

/** If so, nothing is loaded ahead. */
export function prefersReducedData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return isSwitchedOn() || connection?.saveData === true || matchMedia(REDUCED_DATA).matches
}
