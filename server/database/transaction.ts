import { setTimeout as pause, setImmediate as yieldToEventLoop } from "node:timers/promises"
import { sql } from "kysely"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { isPostgres } from "#server/database/core/engine.ts"
import { rejectInTransactionScope, runInTransactionScope } from "#server/database/core/transaction-scope.ts"
import { databaseFailure } from "./failure.ts"

const RETRY_FOR_MS = 5000
const PAUSE_MAX_MS = 10
/** In this pause another process can take the lock. */
const YIELD_MS = 1
/** The transactions of a process may follow each other for this long without such a pause. */
const YIELD_AFTER_MS = 10

/**
 * Runs `work` in a write transaction. It may await queries only, since all other writes wait, even those of other
 * processes. While the database is locked, it retries for 5 s without blocking the event loop, then rejects as locked.
 */
export async function inTransaction<Result>(
  db: Database,
  work: (trx: Transaction) => Promise<Result>,
  retrying: Pick<Retrying, "mayRetry"> = {},
): Promise<Result> {
  const { adapter } = db.getExecutor()
  rejectInTransactionScope(adapter)
  return isPostgres(db)
    ? retryWhileLocked(
        () => db.transaction().execute((trx) => runInTransactionScope(adapter, () => work(trx))),
        retrying,
      )
    : runQueued(db, work, retrying)
}

/** Runs a part of a transaction that may fail alone: what it has written is taken back, and the rest can go on. */
export async function inSavepoint<Result>(trx: Transaction, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint part`.execute(trx)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(trx)
    return result
  } catch (error) {
    // On a full disk SQLite has ended the whole transaction by itself.
    await sql`rollback to savepoint part`.execute(trx).catch(() => undefined)
    throw error
  }
}

interface TransactionQueue {
  last: Promise<unknown>
  /** The last time that one of them had the lock. */
  lockedAt: number
  /** The last time that other processes could take the lock. */
  yieldedAt: number
}

const queues = new WeakMap<Database, TransactionQueue>()

/**
 * Queues transactions, as SQLite's lock does not: if all of a process tried for the lock at once, some would fail again
 * and again while others succeed. Each waits for five seconds from when the one before it had the lock.
 */
function runQueued<Result>(
  db: Database,
  work: (trx: Transaction) => Promise<Result>,
  retrying: Pick<Retrying, "mayRetry">,
): Promise<Result> {
  const queue = queues.get(db) ?? { last: Promise.resolve(), lockedAt: 0, yieldedAt: 0 }
  queues.set(db, queue)
  const arrivedAt = performance.now()
  const transaction = () =>
    db.transaction().execute((trx) => {
      queue.lockedAt = performance.now()
      return runInTransactionScope(db.getExecutor().adapter, () => work(trx))
    })
  const result = queue.last.then(() =>
    retryWhileLocked(transaction, { ...retrying, since: Math.max(arrivedAt, queue.lockedAt) }),
  )
  const yieldLock = async () => {
    // Between any two transactions this process serves requests.
    if (performance.now() - queue.yieldedAt < YIELD_AFTER_MS) return yieldToEventLoop()
    await pause(YIELD_MS)
    queue.yieldedAt = performance.now()
  }
  queue.last = result.then(yieldLock, yieldLock)
  return result
}

interface Retrying {
  mayRetry?: () => boolean
  /** The moment at which the 5 s begin. */
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
