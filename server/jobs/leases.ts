import { MINUTE_MS } from "#server/contract/durations.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"

/** Encoding a picture takes less time than this. */
const LEASE_MS = MINUTE_MS

/** Takes a lease for that time or until the returned function is called; undefined while another process has it. */
export async function acquireLease(
  db: Database,
  name: string,
  now: Date,
  durationMs = LEASE_MS,
): Promise<(() => Promise<void>) | undefined> {
  const until = new Date(now.getTime() + durationMs).toISOString()
  const { numInsertedOrUpdatedRows = 0n } = await inTransaction(db, (trx) =>
    trx
      .insertInto("leases")
      .values({ name, until })
      .onConflict((conflict) =>
        conflict.column("name").doUpdateSet({ until }).where("leases.until", "<=", now.toISOString()),
      )
      .executeTakeFirstOrThrow(),
  )
  if (numInsertedOrUpdatedRows === 0n) return undefined
  return async () => {
    await inTransaction(db, (trx) =>
      // Once it has expired, another instance may have the lease.
      trx.deleteFrom("leases").where("name", "=", name).where("until", "=", until).execute(),
    )
  }
}

/** This is a little less than the time between two collections. */
const COLLECTION_MS = 50 * MINUTE_MS

/** Whether this instance is the one that collects the image store's garbage this hour. */
export async function takeCollection(db: Database, now: Date): Promise<boolean> {
  return (await acquireLease(db, "image garbage", now, COLLECTION_MS)) !== undefined
}

export async function deleteExpiredLeases(db: Database, now: Date): Promise<void> {
  await inTransaction(db, (trx) => trx.deleteFrom("leases").where("until", "<=", now.toISOString()).execute())
}
