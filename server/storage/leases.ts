import type { Database } from "#server/database/transaction.ts"

/** While it is leased, no image file is deleted, so that a backup can read them all. */
export const PICTURE_DELETIONS = "picture deletions"

/** Takes or renews the lease until that moment. It then ends by itself, also if its process has died. */
export async function acquireLease(db: Database, name: string, until: Date): Promise<void> {
  await db
    .insertInto("leases")
    .values({ name, until: until.toISOString() })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ until: until.toISOString() }))
    .execute()
}

export async function releaseLease(db: Database, name: string): Promise<void> {
  await db.deleteFrom("leases").where("name", "=", name).execute()
}

export async function isLeased(db: Database, name: string, now: Date): Promise<boolean> {
  const row = await db.selectFrom("leases").select("until").where("name", "=", name).executeTakeFirst()
  return row !== undefined && row.until > now.toISOString()
}
