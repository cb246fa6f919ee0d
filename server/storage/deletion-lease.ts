import type { Database } from "#server/database/transaction.ts"

/** While it is leased, no image file is deleted, so that a backup can read them all. */
const NAME = "picture deletions"

/** Takes or renews the lease until that moment. It then ends by itself, also if its process has died. */
export async function acquireDeletionLease(db: Database, until: Date): Promise<void> {
  await db
    .insertInto("leases")
    .values({ name: NAME, until: until.toISOString() })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ until: until.toISOString() }))
    .execute()
}

export async function releaseDeletionLease(db: Database): Promise<void> {
  await db.deleteFrom("leases").where("name", "=", NAME).execute()
}

export async function areDeletionsLeased(db: Database, now: Date): Promise<boolean> {
  const row = await db.selectFrom("leases").select("until").where("name", "=", NAME).executeTakeFirst()
  return row !== undefined && row.until > now.toISOString()
}
