import { sweepSessions } from "#server/accounts/sessions.ts"
import type { Removal } from "#server/images/removal.ts"
import { sweepImages } from "#server/images/sweep.ts"
import { write } from "./database/write.ts"
import { sweepLimits } from "./limits.ts"
import { describeFailure } from "./log.ts"

const HOUR_MS = 3_600_000

interface SweepParts extends Removal {
  everyMs?: number
}

/** Removes expired sessions, counted attempts and unused pictures, at once and then every hour. */
export function startSweep({ everyMs = HOUR_MS, ...store }: SweepParts) {
  const { db, log, now } = store
  const tasks = [() => sweepSessions(db), () => write(db, (trx) => sweepLimits(trx, now())), () => sweepImages(store)]

  async function sweep() {
    for (const task of tasks) {
      await task().catch((error) => log.warn("sweep", { failure: describeFailure(error) }))
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
