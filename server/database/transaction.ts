import { setTimeout as pause } from "node:timers/promises"
import type { Kysely, Transaction as KyselyTransaction } from "kysely"
import { databaseFailure } from "./failure.ts"
import type { Schema } from "./schema.ts"

export type Database = Kysely<Schema>

export type Transaction = KyselyTransaction<Schema>

const RETRY_FOR_MS = 5000
const PAUSE_MAX_MS = 50

/**
 * Nothing but queries may be awaited inside: all other writes wait meanwhile, those of other processes too. While the
 * database is locked, the transaction is retried for 5 s without blocking the event loop; then it rejects as locked.
 */
export function inTransaction<Result>(db: Database, work: (trx: Transaction) => Promise<Result>): Promise<Result> {
  return retryWhileLocked(() => db.transaction().execute(work))
}

export async function retryWhileLocked<Result>(
  work: () => Promise<Result>,
  mayRetry: () => boolean = () => true,
): Promise<Result> {
  const deadline = performance.now() + RETRY_FOR_MS
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (databaseFailure(error) !== "locked" || performance.now() > deadline || !mayRetry()) throw error
      await pause(Math.min(attempt * 5, PAUSE_MAX_MS))
    }
  }
}
