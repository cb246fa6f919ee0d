import { UNSAVED_EDIT } from "./document-state.ts"

/** Returns undefined where the browser's storage is full or forbidden, and on the server, which has none. */
export function withStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** Begins the keys in sessionStorage of lists, whose searches name people. */
export const LAST_LIST = "list:"

/** Begins the keys in localStorage of answers and notes that are not sent. */
const ANSWER = `${UNSAVED_EDIT}message:`

export function hasUnsentAnswer(): boolean {
  return withStorage(() => Object.keys(localStorage).some((key) => key.startsWith(ANSWER))) === true
}

/** Deletes unsent answers to visitors and what was searched for, which are personal data. */
export function forgetAnswers(): void {
  forget((key) => key.startsWith(ANSWER))
  forget((key) => key.startsWith(LAST_LIST), "sessionStorage")
}

/** Deletes the keys for which the condition holds. */
export function forget(
  isForgotten: (key: string) => boolean,
  from: "localStorage" | "sessionStorage" = "localStorage",
) {
  withStorage(() => {
    for (const key of Object.keys(globalThis[from])) if (isForgotten(key)) globalThis[from].removeItem(key)
  })
}
