import { setTimeout as pause } from "node:timers/promises"
import type { Kysely, Transaction as KyselyTransaction } from "kysely"
import { isPostgres } from "./engine.ts"
import { databaseFailure } from "./failure.ts"
import type { Schema } from "./schema.ts"

export type Database = Kysely<Schema>

export type Transaction = KyselyTransaction<Schema>

const RETRY_FOR_MS = 5000
const PAUSE_MAX_MS = 10
const YIELD_MS = 1

/**
 * Nothing but queries may be awaited inside: all other writes wait meanwhile, those of other processes too. While the
 * database is locked, the transaction is retried for 5 s without blocking the event loop; then it rejects as locked.
 */
export function inTransaction<Result>(db: Database, work: (trx: Transaction) => Promise<Result>): Promise<Result> {
  return isPostgres(db) ? retryWhileLocked(() => db.transaction().execute(work)) : inLine(db, work)
}

/** The transactions of this process, one after the other. */
interface Line {
  last: Promise<unknown>
  waiting: number
  /** When one of them last had the lock. */
  lockedAt: number
}

const lines = new WeakMap<Database, Line>()

/**
 * SQLite's lock has no queue. Of each process one transaction at a time tries for it, and the 5 s begin anew whenever one
 * has had it: if all tried at once, some would fail again and again while others, of both processes, succeed.
 */
function inLine<Result>(db: Database, work: (trx: Transaction) => Promise<Result>): Promise<Result> {
  const line = lines.get(db) ?? { last: Promise.resolve(), waiting: 0, lockedAt: 0 }
  lines.set(db, line)
  const arrivedAt = performance.now()
  const transaction = () =>
    db.transaction().execute((trx) => {
      line.lockedAt = performance.now()
      return work(trx)
    })
  line.waiting += 1
  const turn = line.last.then(() => {
    line.waiting -= 1
    return retryWhileLocked(transaction, { since: Math.max(arrivedAt, line.lockedAt) })
  })
  // Between two that have waited, another process can take the lock, and this one serve its pages.
  const yieldLock = () => (line.waiting > 0 ? pause(YIELD_MS) : undefined)
  line.last = turn.then(yieldLock, yieldLock)
  return turn
}

interface Retrying {
  mayRetry?: () => boolean
  /** When the 5 s begin. */
  since?: number
}

export async function retryWhileLocked<Result>(
  work: () => Promise<Result>,
  { mayRetry = () => true, since = performance.now() }: Retrying = {},
): Promise<Result> {
  const deadline = since + RETRY_FOR_MS
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (databaseFailure(error) !== "locked" || performance.now() > deadline || !mayRetry()) throw error
      await pause(Math.min(attempt * 5, PAUSE_MAX_MS))
    }
  }
}
