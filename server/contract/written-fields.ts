import { ProjectFields } from "./project-drafts.ts"
import type { ManagedProject } from "./projects.ts"

export type WrittenField = keyof ProjectFields

export const WRITTEN_FIELDS = Object.keys(ProjectFields.shape) as WrittenField[]

/** What people have written of a project. An imported one may have a status of its own. */
export type WrittenFields = Omit<ProjectFields, "status"> & Pick<ManagedProject, "status">

export function writtenFieldsOf(project: ManagedProject): WrittenFields {
  const fields: Partial<ManagedProject> = Object.fromEntries(WRITTEN_FIELDS.map((name) => [name, project[name]]))
  return { ...fields, images: project.images.map(({ name, alt }) => ({ name, alt })) } as WrittenFields
}
