import { ProjectFields } from "./project-drafts.ts"
import type { ManagedProject } from "./projects.ts"

export type EditableField = keyof ProjectFields

export const EDITABLE_FIELDS = Object.keys(ProjectFields.shape) as EditableField[]

/** The fields that people have written; the status of an imported project may be any text. */
export type EditableFields = Omit<ProjectFields, "status"> & Pick<ManagedProject, "status">

export function editableFieldsOf(project: ManagedProject): EditableFields {
  const fields: Partial<ManagedProject> = Object.fromEntries(EDITABLE_FIELDS.map((name) => [name, project[name]]))
  return { ...fields, images: project.images.map(({ name, alt }) => ({ name, alt })) } as EditableFields
}
