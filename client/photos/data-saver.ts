import { SAVES_DATA } from "#client/document-state.ts"

/** Whether the footer's switch is on in this page. */
export function isDataSaverOn(): boolean {
  return document.documentElement.hasAttribute(SAVES_DATA)
}

/** If so, nothing is loaded ahead. */
export function prefersReducedData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return isDataSaverOn() || connection?.saveData === true
}
