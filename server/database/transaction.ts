import { setTimeout as pause } from "node:timers/promises"
import type { Kysely, Transaction as KyselyTransaction } from "kysely"
import type { Schema } from "./schema.ts"
import { isLocked } from "./sqlite/dialect.ts"

export type Database = Kysely<Schema>

export type Transaction = KyselyTransaction<Schema>

const RETRY_FOR_MS = 5000
const PAUSE_MAX_MS = 50

/**
 * Nothing but queries may be awaited inside: all other writes wait meanwhile. While another process has locked the
 * database, the transaction is retried for 5 s without blocking the event loop; then it rejects as locked.
 */
export function inTransaction<Result>(db: Database, work: (trx: Transaction) => Promise<Result>): Promise<Result> {
  return retryWhileLocked(() => db.transaction().execute(work))
}

export async function retryWhileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + RETRY_FOR_MS
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error) || performance.now() > deadline) throw error
      await pause(Math.min(attempt * 5, PAUSE_MAX_MS))
    }
  }
}

/** To be called in the transaction of every write that can change a page. */
export async function bumpContentVersion(trx: Transaction): Promise<void> {
  await trx
    .updateTable("contentVersion")
    .set((row) => ({ version: row("version", "+", 1) }))
    .execute()
}
