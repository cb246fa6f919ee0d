import { sql } from "kysely"
import type { Database } from "#server/database/core/database.ts"
import type { LockKind } from "#server/database/core/engine.ts"

/** Any number but the one of the write lock, the same in every instance. */
const IMAGE_LOCK = 7262

/** Longer than the image store may take for one upload. */
const LOCK_TIMEOUT = "120s"

/**
 * Holds an advisory lock for the time of `work`, in a transaction that writes nothing: writes of `work` have
 * transactions of their own, so that nobody waits for the network with the write lock in hand.
 */
export function runLockedOnPostgres<Result>(
  db: Database,
  kind: LockKind,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = kind === "shared" ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`
  return db
    .transaction()
    .setAccessMode("read only")
    .execute(async (trx) => {
      await sql`select set_config('idle_in_transaction_session_timeout', ${LOCK_TIMEOUT}, true)`.execute(trx)
      await sql`select ${lock}(${sql.lit(IMAGE_LOCK)})`.execute(trx)
      return work()
    })
}
