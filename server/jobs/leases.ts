import { MINUTE_MS } from "#server/contract/durations.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"

/** Encoding a picture takes less time than this. */
const LEASE_MS = MINUTE_MS

interface Lease {
  release: () => Promise<void>
  extend: (until: Date) => Promise<void>
}

/** Takes a lease for that time, or until it is released; returns undefined while another process has it. */
export async function acquireLease(
  db: Database,
  name: string,
  now: Date,
  durationMs = LEASE_MS,
): Promise<Lease | undefined> {
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
  // Once it has expired, another instance may have the lease, which then ends at another time.
  return {
    release: () =>
      inTransaction(db, async (trx) => {
        await trx.deleteFrom("leases").where("name", "=", name).where("until", "=", until).execute()
      }),
    extend: (later) =>
      inTransaction(db, async (trx) => {
        const own = trx.updateTable("leases").where("name", "=", name).where("until", "=", until)
        await own.set({ until: later.toISOString() }).execute()
      }),
  }
}

/** Whether a lease was taken that ends then or later. */
export async function isLeased(db: Database, name: string, until: Date): Promise<boolean> {
  const leases = db.selectFrom("leases").select("name").where("name", "=", name)
  return (await leases.where("until", ">=", until.toISOString()).executeTakeFirst()) !== undefined
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
