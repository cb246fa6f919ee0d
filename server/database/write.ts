import { setTimeout as pause } from "node:timers/promises"
import type { Kysely, Transaction } from "kysely"
import { isLocked } from "./dialect.ts"
import type { Schema } from "./schema.ts"

export type Database = Kysely<Schema>

export type WriteTransaction = Transaction<Schema>

const PATIENCE_MS = 5000
const LONGEST_PAUSE_MS = 50

/**
 * Runs the writes in one transaction. Nothing but queries may be awaited inside: every other write waits meanwhile.
 * While another process holds the database it is tried again for 5 s, without holding anything else up.
 */
export function write<Result>(db: Database, work: (trx: WriteTransaction) => Promise<Result>): Promise<Result> {
  return retryWhileLocked(() => db.transaction().execute(work))
}

export async function retryWhileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + PATIENCE_MS
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error) || performance.now() > deadline) throw error
      await pause(Math.min(attempt * 5, LONGEST_PAUSE_MS))
    }
  }
}

/** To be called in the transaction of every write that can change a page. */
export async function raiseContentVersion(trx: WriteTransaction): Promise<void> {
  await trx
    .updateTable("contentVersion")
    .set((row) => ({ version: row("version", "+", 1) }))
    .execute()
}
