import { type Actor, recordAudit } from "#server/audit/audit-log.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { listReferences } from "#server/storage/deletion.ts"

interface Replacement {
  name: string
  by: string
  actor: Actor
  now: Date
}

/** Returns the ids of the projects that showed the picture. */
export async function replaceInProjects(trx: Transaction, { name, by, actor, now }: Replacement): Promise<number[]> {
  const references = listReferences(name)
  const shown = trx.selectFrom("projectImages").select("projectId").distinct().where("image", "in", references)
  const ids = (await shown.orderBy("projectId").execute()).map(({ projectId }) => projectId)
  for (const id of ids) {
    const before = await readImages(trx, id)
    const replaced = before.map((row) => (references.includes(row.image) ? { ...row, image: by } : row))
    // A project that shows the other one already shows it once.
    const after = replaced.filter((row, index) => replaced.findIndex(({ image }) => image === row.image) === index)
    await trx.deleteFrom("projectImages").where("projectId", "=", id).execute()
    await trx
      .insertInto("projectImages")
      .values(after.map((row, position) => ({ ...row, position })))
      .execute()
    const { version, projectName } = await trx
      .updateTable("projects")
      .set((row) => ({ version: row("version", "+", 1), updatedAt: now.toISOString(), updatedBy: actor.accountId }))
      .where("id", "=", id)
      .returning(["version", "name as projectName"])
      .executeTakeFirstOrThrow()
    const images = before.map(({ image, alt }) => ({ name: image, alt }))
    await trx
      .insertInto("projectRevisionImages")
      .values(images.map(({ name }) => ({ projectId: id, image: name })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx
      .insertInto("projectRevisions")
      .values({
        ...{ projectId: id, version, at: now.toISOString(), accountId: actor.accountId },
        ...{ action: "replace picture", batch: null, before: JSON.stringify({ images }) },
      })
      .execute()
    const details = { before: { images: names(before) }, after: { images: names(after) } }
    const entry = { ...actor, action: "update", subject: "project", subjectId: id, subjectName: projectName } as const
    await recordAudit(trx, { ...entry, details }, now)
  }
  return ids
}

function readImages(trx: Transaction, id: number) {
  return trx.selectFrom("projectImages").selectAll().where("projectId", "=", id).orderBy("position").execute()
}

function names(rows: readonly { image: string }[]): string[] {
  return rows.map(({ image }) => image)
}
