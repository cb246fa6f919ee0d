import { unsavedEdits } from "#client/office/editing/unsaved-edits.ts"
import type { ProjectFields } from "#server/contract/project-drafts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { completeValues, type FormValues, isFormValues } from "./form-values.ts"

export interface UnsavedProject {
  /** The version that was edited; missing for a new project. */
  base?: ManagedProject | undefined
  typed: FormValues
  /** The fields of a save without a response, which the server may have stored. */
  sent?: ProjectFields | undefined
  /** Idempotency key of the creation of a new project. */
  requestId?: string | undefined
}

/** Stores the values that an account has typed for a project, or for new projects. */
export function unsavedProjects(accountId: number, id: number | undefined) {
  return unsavedEdits(`project:${accountId}:${id ?? "new"}`, (value): UnsavedProject | undefined => {
    const { base, typed, ...others } = (value ?? {}) as Partial<UnsavedProject>
    return base?.id === id && isFormValues(typed) ? { ...others, base, typed: completeValues(typed, base) } : undefined
  })
}
