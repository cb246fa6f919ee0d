import type { Database } from "#server/database/core/database.ts"
import { isPostgres, type LockKind } from "#server/database/core/engine.ts"
import { lockOnPostgres } from "./postgres/image-lock.ts"
import { lockOnSqlite } from "./sqlite/image-lock.ts"
import { retryWhileLocked } from "./transaction.ts"

/**
 * Runs `work` while no process deletes images. Images and rows are in two places, so that no transaction contains both.
 */
export function whileStoringImages<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  return whileLocked(db, "shared", work)
}

/** Runs `work` while no process stores images or their rows. */
export function whileDeletingImages<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  return whileLocked(db, "exclusive", work)
}

function whileLocked<Result>(db: Database, kind: LockKind, work: () => Promise<Result>): Promise<Result> {
  const lock = isPostgres(db) ? lockOnPostgres : lockOnSqlite
  let isRunning = false
  const run = () => {
    isRunning = true
    return work()
  }
  return retryWhileLocked(() => lock(db, kind, run), { mayRetry: () => !isRunning })
}
