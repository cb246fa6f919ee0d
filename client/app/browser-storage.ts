import { UNSAVED_EDIT } from "./document-state.ts"

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

/** Deletes the keys of localStorage for which the condition holds. */
export function forget(isForgotten: (key: string) => boolean): void {
  withStorage(() => {
    for (const key of Object.keys(localStorage)) if (isForgotten(key)) localStorage.removeItem(key)
  })
}
