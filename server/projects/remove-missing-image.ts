import { COMMAND_LINE, recordAudit } from "#server/audit/audit-log.ts"
import type { ProjectFields } from "#server/contract/project-drafts.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { whileDeletingImages } from "#server/database/image-lock.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { listReferences } from "#server/storage/deletion.ts"
import { getManagedProject } from "./queries.ts"
import { recordRevision, revisionedFieldsOf } from "./revisions.ts"

interface MissingImage {
  name: string
  isMissing: (name: string) => Promise<boolean>
  now: Date
}

/** Deletes the row of an image whose file is missing, and removes it from all projects. */
export async function removeMissingImage(db: Database, { name, isMissing, now }: MissingImage): Promise<void> {
  await whileDeletingImages(db, async () => {
    // The file may have been uploaded again; no process stores images or their rows meanwhile.
    if (await isMissing(name)) await removeEverywhere(db, name, now)
  })
}

async function removeEverywhere(db: Database, name: string, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const entry = { ...COMMAND_LINE, action: "drop lost image" } as const
    const places = await trx
      .selectFrom("projectImages")
      .selectAll()
      .where("image", "in", listReferences(name))
      .execute()
    for (const [projectId, removed] of Map.groupBy(places, (place) => place.projectId)) {
      const project = await getManagedProject(trx, projectId)
      const { images } = revisionedFieldsOf(project)
      await removePositions(trx, projectId, new Set(removed.map(({ position }) => position)))
      await recordRemoval(trx, projectId, images, now)
      const subject = { subject: "project", subjectId: projectId, subjectName: project.name } as const
      await recordAudit(trx, { ...entry, ...subject, details: { images: removed } }, now)
    }
    await trx.deleteFrom("projectRevisionImages").where("image", "in", listReferences(name)).execute()
    // A page that shows it keeps it, until somebody replaces it.
    await trx
      .deleteFrom("images")
      .where("name", "=", name)
      .where("name", "not in", trx.selectFrom("contentImages").select("image"))
      .execute()
    const subject = { subject: "image", subjectId: null, subjectName: name } as const
    await recordAudit(trx, { ...entry, ...subject, details: { name } }, now)
  })
}

/** Renumbers the other images, so that positions have no gaps. */
async function removePositions(trx: Transaction, projectId: number, removed: ReadonlySet<number>) {
  const all = await trx
    .selectFrom("projectImages")
    .selectAll()
    .where("projectId", "=", projectId)
    .orderBy("position")
    .execute()
  const left = all.filter(({ position }) => !removed.has(position)).map((image, position) => ({ ...image, position }))
  await trx.deleteFrom("projectImages").where("projectId", "=", projectId).execute()
  if (left.length > 0) await trx.insertInto("projectImages").values(left).execute()
}

async function recordRemoval(trx: Transaction, id: number, images: ProjectFields["images"], now: Date) {
  const { version } = await trx
    .updateTable("projects")
    .set((row) => ({ version: row("version", "+", 1), updatedAt: now.toISOString(), updatedBy: null }))
    .where("id", "=", id)
    .returning("version")
    .executeTakeFirstOrThrow()
  const change = { accountId: null, action: "drop lost image", now } as const
  await recordRevision(trx, { id, version: version - 1 }, { before: { images }, ...change })
}
