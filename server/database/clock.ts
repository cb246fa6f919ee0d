import type { Database } from "#server/database/core/database.ts"
import { isPostgres } from "#server/database/core/engine.ts"
import { readTime } from "./postgres/time.ts"

/** The database's clock: instances whose own clocks differ must agree on leases and rate limits. */
export async function openClock(db: Database) {
  let aheadMs = 0

  /** Clocks drift, and may be corrected while the program runs. */
  async function synchronize() {
    if (isPostgres(db)) aheadMs = await measureAheadMs(db)
  }

  await synchronize()
  return { now: () => new Date(Date.now() + aheadMs), synchronize }
}

/** Milliseconds by which the database's clock is ahead of ours; half the time of the question is the error at most. */
async function measureAheadMs(db: Database): Promise<number> {
  const askedAt = Date.now()
  const time = await readTime(db)
  return time.getTime() - (askedAt + Date.now()) / 2
}
