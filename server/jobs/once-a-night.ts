import { DAY_MS, HOUR_MS } from "#server/contract/durations.ts"
import { kinshasaDay, startOfKinshasaDay } from "#server/contract/kinshasa-time.ts"
import type { Database } from "#server/database/core/database.ts"
import { acquireLease } from "./leases.ts"
import type { ScheduledTask } from "./schedule.ts"

/** The turn of each day ends at this hour of the night in Kinshasa. */
const NIGHT_MS = HOUR_MS

/**
 * Lets an hourly task run once a night over all instances, or later on the same day if none was up. One that fails is
 * tried again an hour later.
 */
export function onceANight({ name, run }: ScheduledTask, { db, now }: { db: Database; now: () => Date }) {
  return {
    name,
    async run() {
      const giveBack = await acquireLease(db, `nightly ${name}`, now(), untilNextNight(now()))
      if (!giveBack) return
      try {
        await run()
      } catch (error) {
        await giveBack()
        throw error
      }
    },
  }
}

function untilNextNight(now: Date): number {
  const night = startOfKinshasaDay(kinshasaDay(now)).getTime() + NIGHT_MS
  return (night > now.getTime() ? night : night + DAY_MS) - now.getTime()
}
