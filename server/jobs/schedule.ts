import { deleteExpiredSessions } from "#server/accounts/sessions.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { deleteExpiredLimits } from "#server/limits/rate-limits.ts"
import type { ImageStorage } from "#server/storage/deletion.ts"
import { collectImageGarbage } from "#server/storage/garbage-collection.ts"

const HOUR_MS = 3_600_000

interface SweepParts extends ImageStorage {
  everyMs?: number
}

/** Removes expired sessions, counted attempts and unused pictures, at once and then every hour. */
export function startSchedule({ everyMs = HOUR_MS, ...store }: SweepParts) {
  const { db, log, now } = store
  const tasks = [
    () => deleteExpiredSessions(db),
    () => inTransaction(db, (trx) => deleteExpiredLimits(trx, now())),
    () => collectImageGarbage(store),
  ]

  async function sweep() {
    for (const task of tasks) {
      await task().catch((error) => log.warn({ err: error }, "scheduled task failed"))
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
