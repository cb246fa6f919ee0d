import { forget, withStorage } from "./browser-storage.ts"
import { KEPT_MS, UNSAVED_EDIT } from "./document-state.ts"

/** Deletes whatever was typed in the back-office and not changed for a week, or cannot be read. */
export function forgetExpiredEdits(): void {
  const oldest = Date.now() - KEPT_MS
  forget((key) => {
    if (!key.startsWith(UNSAVED_EDIT)) return false
    const at = withStorage(() => Date.parse(JSON.parse(localStorage.getItem(key) ?? "").at)) ?? Number.NaN
    return !(at >= oldest)
  })
}
