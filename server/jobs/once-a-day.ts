import { DAY_MS, HOUR_MS } from "#server/contract/durations.ts"
import { kinshasaDay, startOfKinshasaDay } from "#server/contract/kinshasa-time.ts"
import type { Database } from "#server/database/core/database.ts"
import { acquireLease, isLeased } from "./leases.ts"
import type { ScheduledTask } from "./schedule.ts"

interface Parts {
  db: Database
  now: () => Date
}

interface Turn {
  /** The turn of each day begins this long after midnight in Kinshasa. */
  fromMs: number
  /** A turn in which no instance was up is left out after this time. */
  forMs: number
}

/** At this hour of the night the turn of the next day begins. */
const NIGHT: Turn = { fromMs: HOUR_MS, forMs: DAY_MS }

/** Lets an hourly task run once a night over all instances, or later on the same day if none was up. */
export function onceANight({ name, run }: ScheduledTask, parts: Parts): ScheduledTask {
  return onceADay({ name: `nightly ${name}`, run }, parts, NIGHT)
}

/** A run takes less than this; where its process dies, the task runs again after that time. */
const RUN_MS = HOUR_MS

/**
 * Lets a task that runs more often run once a day over all instances. One that fails is tried again the next time in the
 * same turn.
 */
export function onceADay({ name, run }: ScheduledTask, { db, now }: Parts, { fromMs, forMs }: Turn): ScheduledTask {
  let succeededAt: Date | undefined
  return {
    name,
    everyMs: DAY_MS,
    succeededAt: () => succeededAt,
    async run() {
      const turn = lastTurn(now(), fromMs)
      const turnEnd = new Date(turn + DAY_MS)
      if (now().getTime() - turn >= forMs) return
      const lease = await acquireLease(db, name, now(), RUN_MS)
      if (!lease) {
        // Once it has run in this turn, at the earliest when that began, its lease ends with the turn.
        const isDone = await isLeased(db, name, turnEnd)
        if (isDone) succeededAt = new Date(Math.max(turn, succeededAt?.getTime() ?? 0))
        return
      }
      try {
        await run()
      } catch (error) {
        await lease.release()
        throw error
      }
      succeededAt = now()
      await lease.extend(turnEnd)
    },
  }
}

function lastTurn(now: Date, fromMs: number): number {
  const turn = startOfKinshasaDay(kinshasaDay(now)).getTime() + fromMs
  return turn <= now.getTime() ? turn : turn - DAY_MS
}
