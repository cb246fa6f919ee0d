import { errors } from "#client/app/failure-texts.ts"
import { errorData, failureKind, failureText } from "#client/app/failures.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { savingErrors } from "./texts.ts"

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

/** Returns the version that somebody else has saved, if an update failed with a conflict. */
export function currentProject(error: unknown): ManagedProject | undefined {
  const current = errorData(error)?.current
  return current && "id" in current ? current : undefined
}
