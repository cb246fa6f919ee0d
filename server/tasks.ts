import { HOUR_MS, MINUTE_MS } from "#server/contract/durations.ts"
import type { Rhythm, TaskParts } from "./domain.ts"
import { tasksOf } from "./domains.ts"
import { onceANight } from "./jobs/once-a-night.ts"
import { startSchedule } from "./jobs/schedule.ts"

/** Content that is published, or changes, at a certain moment does so at most this much later. */
const SOON_MS = 10_000

/** Starts the tasks of all domains, which run now and then in their rhythm. Returns what a stop waits for. */
export function startTasks(parts: TaskParts, synchronizeClock: () => Promise<void>) {
  const { db, log, now } = parts
  const of = (rhythm: Rhythm) => tasksOf(rhythm).map(({ name, run }) => ({ name, run: () => run(parts) }))
  return [
    startSchedule({ log, everyMs: SOON_MS, tasks: of("soon") }),
    startSchedule({ log, everyMs: MINUTE_MS, tasks: [{ name: "synchronize clock", run: synchronizeClock }] }),
    startSchedule({
      log,
      everyMs: HOUR_MS,
      tasks: [...of("hourly"), ...of("nightly").map((task) => onceANight(task, { db, now }))],
    }),
  ]
}
