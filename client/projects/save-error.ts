import { savingErrors } from "#client/copy/admin-projects.ts"
import { errors } from "#client/copy/errors.ts"
import { failureKind, failureText } from "#client/failures.ts"

export interface Failure {
  title?: string
  text: string
}

export function savingFailure(what: "create" | "update", error: unknown): Failure {
  if (failureKind(error) === "network") return { text: savingErrors.networkPrefix + errors.network }
  const text = failureText(error)
  if (!text) return { text: savingErrors[what] }
  return what === "create" ? { text } : { title: savingErrors.update, text }
}
