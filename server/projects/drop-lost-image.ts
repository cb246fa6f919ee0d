import { recordAudit } from "#server/audit/audit-log.ts"
import { bumpContentVersion, type Database, inTransaction, type Transaction } from "#server/database/transaction.ts"
import { referencesTo } from "#server/storage/deletion.ts"

/** Takes a picture whose file is gone out of the store's rows and out of every project that shows it, or does nothing. */
export async function dropLostImage(
  db: Database,
  { name, isLost, now }: { name: string; isLost: (name: string) => boolean; now: Date },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // Its file may have come back; while this transaction lasts, no row can.
    if (!isLost(name)) return false
    const places = await listPlaces(trx, name)
    for (const projectId of new Set(places.map((place) => place.projectId))) {
      const lost = places.filter((place) => place.projectId === projectId)
      await closeRanks(trx, projectId, lost)
      await raiseVersion(trx, projectId, now)
      const entry = { accountId: null, action: "drop lost image", subject: "project", subjectId: projectId } as const
      await recordAudit(trx, { ...entry, details: { images: lost } }, now)
    }
    await trx.deleteFrom("images").where("name", "=", name).execute()
    const entry = { accountId: null, action: "drop lost image", subject: "image", subjectId: null } as const
    await recordAudit(trx, { ...entry, details: { name } }, now)
    await bumpContentVersion(trx)
    return true
  })
}

type Place = Awaited<ReturnType<typeof listPlaces>>[number]

function listPlaces(trx: Transaction, name: string) {
  return trx.selectFrom("projectImages").selectAll().where("image", "in", referencesTo(name)).execute()
}

/** Positions stay without gaps. */
async function closeRanks(trx: Transaction, projectId: number, lost: readonly Place[]) {
  const gone = new Set(lost.map(({ position }) => position))
  const shown = await trx
    .selectFrom("projectImages")
    .selectAll()
    .where("projectId", "=", projectId)
    .orderBy("position")
    .execute()
  const kept = shown.filter(({ position }) => !gone.has(position)).map((place, position) => ({ ...place, position }))
  await trx.deleteFrom("projectImages").where("projectId", "=", projectId).execute()
  if (kept.length > 0) await trx.insertInto("projectImages").values(kept).execute()
}

async function raiseVersion(trx: Transaction, id: number, now: Date) {
  await trx
    .updateTable("projects")
    .set((row) => ({ version: row("version", "+", 1), updatedAt: now.toISOString(), updatedBy: null }))
    .where("id", "=", id)
    .execute()
}
