import { ProjectDraft } from "#server/contract/project-drafts.ts"
import type { ManagedProject, ProjectImage } from "#server/contract/projects.ts"
import type { Database } from "#server/database/core/database.ts"
import { requireImages } from "#server/images/store/image-rows.ts"
import { getManagedProject, selectStoredImages } from "./queries.ts"

/** Returns the project with these fields in place of the stored ones, for its preview. */
export async function getUnsavedProject(db: Database, id: number, input: unknown): Promise<ManagedProject> {
  const project = await getManagedProject(db, id)
  const fields = ProjectDraft.parse(input)
  const known = new Map(project.images.map((image) => [image.name, image]))
  const added = fields.images.map(({ name }) => name).filter((name) => !known.has(name))
  await requireImages(db, added)
  for (const image of await selectStoredImages(db, added)) known.set(image.name, image)
  const images = fields.images.flatMap(({ name, alt }): ProjectImage[] => {
    const image = known.get(name)
    return image ? [{ ...image, alt }] : []
  })
  return { ...project, ...fields, images }
}
