import type { Database } from "./core/database.ts"
import { inTransaction } from "./transaction.ts"

/** Returns the moment of the newest nightly backup that was verified; a restored site knows those of the site before. */
export async function lastBackupAt(db: Database): Promise<Date | undefined> {
  const row = await db.selectFrom("backups").select("at").orderBy("at", "desc").limit(1).executeTakeFirst()
  return row && new Date(row.at)
}

export async function recordBackup(db: Database, moment: Date): Promise<void> {
  const at = moment.toISOString()
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto("backups")
      .values({ at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx.deleteFrom("backups").where("at", "<", at).execute()
  })
}
