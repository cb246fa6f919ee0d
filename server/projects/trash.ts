import { about, recordAudit, SYSTEM } from "#server/audit/audit-log.ts"
import type { Transaction } from "#server/database/core/database.ts"
import type { ImageContext } from "#server/images/store/deletion.ts"
import { deleteImages, deleteUnusedImages } from "#server/images/store/image-rows.ts"
import { TRASH_MS } from "#server/jobs/garbage-collection.ts"
import { releaseSlugs } from "./slugs.ts"

const CHUNK_SIZE = 50

/** Deletes the projects that have been in the trash for 30 days, with the pictures that nothing else uses. */
export async function emptyTrash(ctx: ImageContext): Promise<void> {
  for (;;) {
    const { deleted } = await deleteImages(ctx, (trx) => deleteChunk(trx, ctx.now()))
    if (deleted < CHUNK_SIZE) return
  }
}

async function deleteChunk(trx: Transaction, now: Date) {
  const before = new Date(now.getTime() - TRASH_MS).toISOString()
  const rows = await trx
    .selectFrom("projects")
    .select(["id", "name"])
    .where("deletedAt", "<", before)
    .orderBy("deletedAt")
    .limit(CHUNK_SIZE)
    .execute()
  const dropped = []
  for (const { id, name } of rows) {
    const images = await listImages(trx, id)
    await releaseSlugs(trx, id)
    await trx.deleteFrom("projects").where("id", "=", id).execute()
    const unused = await deleteUnusedImages(trx, images)
    dropped.push(...unused)
    const details = { images: unused.length }
    await recordAudit(trx, { ...SYSTEM, action: "delete", ...about("project", id, name), details }, now)
  }
  return { deleted: rows.length, dropped }
}

/** Lists the pictures that the project shows, and those that its revisions showed. */
async function listImages(trx: Transaction, projectId: number): Promise<string[]> {
  const shown = trx.selectFrom("projectImages").select("image").where("projectId", "=", projectId)
  const earlier = trx.selectFrom("projectRevisionImages").select("image").where("projectId", "=", projectId)
  return (await shown.union(earlier).execute()).map(({ image }) => image)
}
