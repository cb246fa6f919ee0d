import { SAVES_DATA } from "./document-state.ts"

/** Whether the data saver in the footer is on. */
export function isDataSaverOn(): boolean {
  return document.documentElement.hasAttribute(SAVES_DATA)
}

/** Whether nothing may be loaded ahead, because of the data saver or a setting of the browser. */
export function prefersReducedData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return isDataSaverOn() || connection?.saveData === true
}
