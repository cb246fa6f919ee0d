import { sql } from "kysely"
import type { Database } from "#server/database/core/database.ts"
import type { LockKind } from "#server/database/core/engine.ts"

/** Any number but that of the write lock will do, but all instances must use the same. */
const IMAGE_LOCK = 7262

/** This is longer than the image store may take for one upload. */
const IDLE_TIMEOUT = "120s"

/**
 * Holds an advisory lock while `work` runs, in a transaction that writes nothing. The writes of `work` have separate
 * transactions, so that nobody holds the write lock while waiting for the network.
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
      await sql`select set_config('idle_in_transaction_session_timeout', ${IDLE_TIMEOUT}, true)`.execute(trx)
      await sql`select ${lock}(${sql.lit(IMAGE_LOCK)})`.execute(trx)
      return work()
    })
}
