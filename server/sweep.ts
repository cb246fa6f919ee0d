import { sweepSessions } from "#server/accounts/sessions.ts"
import { type Database, write } from "./database/write.ts"
import { sweepLimits } from "./limits.ts"
import { describeFailure, type Log } from "./log.ts"

const HOUR_MS = 3_600_000

interface SweepParts {
  db: Database
  log: Log
  now: () => Date
  everyMs?: number
}

/** Removes expired sessions and counted attempts, at once and then every hour. */
export function startSweep({ db, log, now, everyMs = HOUR_MS }: SweepParts) {
  async function sweep() {
    try {
      await sweepSessions(db)
      await write(db, (trx) => sweepLimits(trx, now()))
    } catch (error) {
      log.warn("sweep", { failure: describeFailure(error) })
    }
  }

  let turn = sweep()
  const timer = setInterval(() => {
    turn = turn.then(sweep)
  }, everyMs).unref()
  return {
    /** Lets the sweep under way end. */
    async stop() {
      clearInterval(timer)
      await turn
    },
  }
}
