import { differences } from "#client/office/projects/form/project-fields.ts"
import { type EditableField, type EditableFields, editableFieldsOf } from "#server/contract/editable-fields.ts"
import { altTextOf } from "#server/contract/images.ts"
import type { ManagedProject, ProjectRevision } from "#server/contract/projects.ts"

/** Returns the fields after a revision, by undoing the newer revisions, which are sorted from the newest. */
export function fieldsAt(
  project: ManagedProject,
  revisions: readonly ProjectRevision[],
  version: number,
): EditableFields {
  const newer = revisions.filter((revision) => revision.version > version)
  const replaced = newer.flatMap(({ changes }) => changes.map(({ field, before }) => [field, before]))
  return { ...editableFieldsOf(project), ...Object.fromEntries(replaced) }
}

export interface VersionDiff {
  before: EditableFields
  after: EditableFields
  /** The fields in which the two versions differ. */
  fields: EditableField[]
}

export function compareWithCurrent(
  project: ManagedProject,
  revisions: readonly ProjectRevision[],
  version: number,
): VersionDiff {
  const [before, after] = [fieldsAt(project, revisions, version), editableFieldsOf(project)]
  return { before, after, fields: differences(before, after) }
}

/** Returns the descriptions of a version's pictures that the project lacks once it is restored. */
export function describeMissingImages(version: EditableFields, restored: ManagedProject): string[] {
  return version.images.flatMap(({ name, alt }, index) =>
    restored.images.some((image) => image.name === name) ? [] : altTextOf(alt, version.name, index) || name,
  )
}
