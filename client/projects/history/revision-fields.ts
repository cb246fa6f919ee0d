import type { ManagedProject, ProjectRevision } from "#server/contract/projects.ts"
import {
  WRITTEN_FIELDS,
  type WrittenField,
  type WrittenFields,
  writtenFieldsOf,
} from "#server/contract/written-fields.ts"

/** The project as it was after that revision: newer ones, the newest first, tell what they have replaced. */
export function fieldsAt(
  project: ManagedProject,
  revisions: readonly ProjectRevision[],
  version: number,
): WrittenFields {
  const newer = revisions.filter((revision) => revision.version > version)
  const replaced = newer.flatMap(({ changes }) => changes.map(({ field, before }) => [field, before]))
  return { ...writtenFieldsOf(project), ...Object.fromEntries(replaced) }
}

export interface Comparison {
  before: WrittenFields
  after: WrittenFields
  /** Those in which both differ. */
  fields: WrittenField[]
}

export function compareWithCurrent(
  project: ManagedProject,
  revisions: readonly ProjectRevision[],
  version: number,
): Comparison {
  const [before, after] = [fieldsAt(project, revisions, version), writtenFieldsOf(project)]
  const fields = WRITTEN_FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return { before, after, fields }
}
