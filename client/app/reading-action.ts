import { ACTION } from "./document-state.ts"
import type { ReadingAction } from "./reading-controls.ts"

/** Returns the attribute of a button that works without the application. */
export function readingAction(action: ReadingAction) {
  return { [ACTION]: action }
}

/** Returns the attributes of a button that copies the text, and says so in the <CopyOutcome> beside its parent. */
export function copyAction(text: string, copied: string, failed: string) {
  return { ...readingAction("copy"), "data-text": text, "data-done": copied, "data-failed": failed }
}
