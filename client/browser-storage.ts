import { KEPT_MS, UNSAVED_EDIT } from "./document-state.ts"

/** Returns undefined where the browser's storage is full or forbidden, and on the server, which has none. */
export function withStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** Deletes unsent answers to visitors, which are personal data. */
export function forgetAnswers(): void {
  forget((key) => key.startsWith(`${UNSAVED_EDIT}message:`))
}

/** Deletes whatever was typed in the back-office and not changed for a week, or cannot be read. */
export function forgetExpiredEdits(): void {
  const oldest = Date.now() - KEPT_MS
  forget((key) => {
    if (!key.startsWith(UNSAVED_EDIT)) return false
    const at = withStorage(() => Date.parse(JSON.parse(localStorage.getItem(key) ?? "").at)) ?? Number.NaN
    return !(at >= oldest)
  })
}

function forget(isForgotten: (key: string) => boolean): void {
  withStorage(() => {
    for (const key of Object.keys(localStorage)) if (isForgotten(key)) localStorage.removeItem(key)
  })
}
