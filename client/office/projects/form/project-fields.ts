import * as z from "zod/mini"
import { EDITABLE_FIELDS, type EditableField, editableFieldsOf } from "#server/contract/editable-fields.ts"
import { parseValue } from "#server/contract/field-values.ts"
import { PROJECT_FIELDS, ProjectFields, PublishableProject } from "#server/contract/project-drafts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { knownStatus } from "#server/contract/statuses.ts"

const CompleteFields = z.omit(PublishableProject, { images: true })
const EditedFields = z.omit(ProjectFields, { images: true })

export type ControlName = keyof typeof EditedFields.shape

/** The names of the controls of the form; pictures are uploaded on their own. */
export const CONTROL_NAMES = Object.keys(EditedFields.shape) as ControlName[]

/** Whether the field rejects both an empty text and null. */
export function isRequired(name: ControlName, isNew: boolean): boolean {
  const field = (isNew ? CompleteFields : EditedFields).shape[name]
  return !["", null].some((empty) => field.safeParse(empty).success)
}

/** Validates the typed values as the server does: completely for the first publication, else as a draft. */
export function parseTexts(texts: Record<ControlName, string>, isComplete: boolean) {
  const values = Object.fromEntries(CONTROL_NAMES.map((name) => [name, parseValue(PROJECT_FIELDS[name], texts[name])]))
  return isComplete ? CompleteFields.safeParse(values) : EditedFields.safeParse(values)
}

/** Returns the form's fields of a project; a status that cannot be chosen becomes null. */
export function fieldsOf(project: ManagedProject): ProjectFields {
  return { ...editableFieldsOf(project), status: knownStatus(project.status) }
}

/** Returns the fields in which two versions differ. */
export function differences<Version extends Record<EditableField, unknown>>(one: Version, other: Version) {
  return EDITABLE_FIELDS.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))
}
