import type { Database } from "./core/database.ts"
import { firstMigrationAt } from "./migrate.ts"
import { inTransaction } from "./transaction.ts"

/** Returns the moment of the newest nightly backup that was verified; a restored site knows those of the site before. */
export async function lastBackupAt(db: Database): Promise<Date | undefined> {
  const row = await db.selectFrom("backups").select("at").orderBy("at", "desc").limit(1).executeTakeFirst()
  return row && new Date(row.at)
}

/** Returns since when nothing is backed up: the last backup, or else the site's first start. */
export async function unsavedSince(db: Database): Promise<Date> {
  return (await lastBackupAt(db)) ?? firstMigrationAt(db)
}

export async function recordBackup(db: Database, moment: Date): Promise<void> {
  const at = moment.toISOString()
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto("backups")
      .values({ at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // One that a clock dated ahead would count as the newest until then.
    const ahead = new Date().toISOString()
    await trx
      .deleteFrom("backups")
      .where((is) => is.or([is("at", "<", at), is("at", ">", ahead)]))
      .execute()
  })
}
