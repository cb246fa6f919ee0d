import type { Selectable } from "kysely"
import type { Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { listReferences } from "#server/images/store/deletion.ts"
import { type Revision, saveVersion } from "./save-version.ts"

type ImageRow = Selectable<Schema["projectImages"]>

interface ChangedProject {
  id: number
  name: string
  before: ImageRow[]
  after: ImageRow[]
}

/** Saves a new version with changed images of each project that shows this image. */
export async function changeImagesOfProjects(
  trx: Transaction,
  image: string,
  change: (images: readonly ImageRow[]) => ImageRow[],
  revision: Omit<Revision, "before">,
): Promise<ChangedProject[]> {
  const projects = await trx
    .selectFrom("projects")
    .select(["id", "name", "version"])
    .where("id", "in", trx.selectFrom("projectImages").select("projectId").where("image", "in", listReferences(image)))
    .orderBy("id")
    .execute()
  const changed: ChangedProject[] = []
  for (const { id, name, version } of projects) {
    const before = await trx
      .selectFrom("projectImages")
      .selectAll()
      .where("projectId", "=", id)
      .orderBy("position")
      .execute()
    const after = change(before).map((row, position) => ({ ...row, position }))
    await trx.deleteFrom("projectImages").where("projectId", "=", id).execute()
    if (after.length > 0) await trx.insertInto("projectImages").values(after).execute()
    const images = before.map(({ image, alt }) => ({ name: image, alt }))
    const columns = { updatedAt: revision.now.toISOString() }
    await saveVersion(trx, { id, version }, columns, { ...revision, before: { images } })
    changed.push({ id, name, before, after })
  }
  return changed
}
