import { UNSAVED_EDIT } from "./document-state.ts"

/** Returns undefined where the browser's storage is full or forbidden, and on the server, which has none. */
export function withStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** Deletes unsaved edits whose scope begins like this and which are older than `before`, in milliseconds since 1970. */
export function forgetEdits(scopeStart: string, before = Number.POSITIVE_INFINITY): void {
  withStorage(() => {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(UNSAVED_EDIT + scopeStart)) continue
      const at = withStorage(() => Date.parse(JSON.parse(localStorage.getItem(key) ?? "").at)) ?? Number.NaN
      if (!(at >= before)) localStorage.removeItem(key)
    }
  })
}
