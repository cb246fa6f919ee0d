import type { Database } from "#server/database/core/database.ts"
import { isPostgres } from "#server/database/core/engine.ts"
import { readTime } from "./postgres/time.ts"

/** Opens the database's clock, by which instances with different clocks agree on leases and rate limits. */
export async function openClock(db: Database) {
  let aheadMs = 0

  /** Runs repeatedly, since clocks drift and may be corrected. */
  async function synchronize() {
    if (isPostgres(db)) aheadMs = await measureAheadMs(db)
  }

  await synchronize()
  return { now: () => new Date(Date.now() + aheadMs), synchronize }
}

/** Returns the milliseconds by which the database's clock is ahead; the error is at most half the query's time. */
async function measureAheadMs(db: Database): Promise<number> {
  const askedAt = Date.now()
  const time = await readTime(db)
  return time.getTime() - (askedAt + Date.now()) / 2
}
