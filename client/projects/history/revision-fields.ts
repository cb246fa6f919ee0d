import type { ManagedProject, ProjectRevision } from "#server/contract/projects.ts"

/** What a revision can restore; an imported project may have a status of its own. */
export type RevisedFields = Pick<ManagedProject, "name" | "description" | "address" | "status" | "sector"> & {
  images: { name: string; alt: string | null }[]
}

export type RevisedField = keyof RevisedFields

/** In the order of the form. */
const FIELDS: readonly RevisedField[] = ["name", "description", "address", "status", "sector", "images"]

function currentFields({ name, description, address, status, sector, images }: ManagedProject): RevisedFields {
  return { name, description, address, status, sector, images: images.map(({ name, alt }) => ({ name, alt })) }
}

/** The project as it was after that revision: newer ones, the newest first, tell what they have replaced. */
export function fieldsAt(
  project: ManagedProject,
  revisions: readonly ProjectRevision[],
  version: number,
): RevisedFields {
  const newer = revisions.filter((revision) => revision.version > version)
  const replaced = newer.flatMap(({ changes }) => changes.map(({ field, before }) => [field, before]))
  return { ...currentFields(project), ...Object.fromEntries(replaced) }
}

export interface Comparison {
  before: RevisedFields
  after: RevisedFields
  /** Those in which both differ. */
  fields: RevisedField[]
}

export function compareWithCurrent(
  project: ManagedProject,
  revisions: readonly ProjectRevision[],
  version: number,
): Comparison {
  const [before, after] = [fieldsAt(project, revisions, version), currentFields(project)]
  const fields = FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return { before, after, fields }
}
