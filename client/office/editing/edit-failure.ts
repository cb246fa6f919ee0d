import { errorData, failureKind, failureText, isCode, isSessionOver, rejectedFields } from "#client/app/failures.ts"
import type { Rejection, SaveState } from "./edit-state.ts"

/** Thrown for typed values that are invalid and were not sent. */
export class InvalidEdit extends Error {
  readonly fields: Record<string, string>

  constructor(fields: Record<string, string>) {
    super(Object.values(fields)[0])
    this.fields = fields
  }
}

/** Returns what to tell about a value that was rejected. */
export function rejectionOf(error: unknown): Rejection {
  if (error instanceof InvalidEdit) return { text: error.message, fields: error.fields }
  return { text: failureText(error) ?? "", fields: rejectedFields(error) ?? {} }
}

/** Returns what a failure means for the next attempt: only « rejected » would be the same again. */
export function failedState(error: unknown): SaveState {
  if (error instanceof InvalidEdit) return "rejected"
  if (isCode(error, "unauthorized")) return "signedOut"
  if (isSessionOver(error)) return "otherAccount"
  const { httpStatus = 0 } = errorData(error) ?? {}
  const kind = failureKind(error)
  if (kind === "network") return "offline"
  return httpStatus === 429 || httpStatus >= 500 || kind !== "rejected" ? "unavailable" : "rejected"
}
