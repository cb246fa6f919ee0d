import type { Database } from "#server/database/core/database.ts"
import { isPostgres, type LockKind } from "#server/database/core/engine.ts"
import { runLockedOnPostgres } from "./postgres/image-lock.ts"
import { runLockedOnSqlite } from "./sqlite/image-lock.ts"
import { retryWhileLocked } from "./transaction.ts"

/** Runs `work` while no process deletes images, since no transaction can contain both an image and its row. */
export function withSharedImageLock<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  return whileLocked(db, "shared", work)
}

/** Runs `work` while no process stores images or their rows. */
export function withExclusiveImageLock<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  return whileLocked(db, "exclusive", work)
}

/** Waits up to 5 s for the lock, and never runs `work` twice. */
function whileLocked<Result>(db: Database, kind: LockKind, work: () => Promise<Result>): Promise<Result> {
  const runLocked = isPostgres(db) ? runLockedOnPostgres : runLockedOnSqlite
  let hasBegun = false
  const beginWork = () => {
    hasBegun = true
    return work()
  }
  return retryWhileLocked(() => runLocked(db, kind, beginWork), { mayRetry: () => !hasBegun })
}
