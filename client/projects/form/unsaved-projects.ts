import { unsavedEdits } from "#client/editing/unsaved-edits.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { isTypedFields, type TypedFields } from "./typed-fields.ts"

export interface UnsavedProject {
  /** What was edited; missing for a new project. */
  base?: ManagedProject | undefined
  typed: TypedFields
  /** Of a new project: sent again with it, so that it is created once. */
  requestId?: string | undefined
}

/** What an account has typed for a project, or for new ones. */
export function unsavedProjects(accountId: number, id: number | undefined) {
  const isEdit = (value: unknown): value is UnsavedProject => {
    const { base, typed, requestId } = (value ?? {}) as Partial<UnsavedProject>
    return base?.id === id && isTypedFields(typed) && ["undefined", "string"].includes(typeof requestId)
  }
  return unsavedEdits(`project:${accountId}:${id ?? "new"}`, isEdit)
}
