import { HOUR_MS } from "#server/contract/durations.ts"
import type { Log } from "#server/log.ts"

export interface ScheduledTask {
  name: string
  run: () => Promise<unknown>
}

interface Schedule {
  everyMs?: number
  tasks: readonly ScheduledTask[]
  log: Log
}

/**
 * Runs the tasks one after the other, now and every `everyMs`, unless the run before goes on. A task that fails is
 * repeated in the next run.
 */
export function startSchedule({ everyMs = HOUR_MS, tasks, log }: Schedule) {
  async function runAll() {
    for (const { name, run } of tasks) {
      await run().catch((error) => log.warn({ task: name, err: error }, "task failed"))
    }
  }

  let current: Promise<void> | undefined
  function start() {
    current ??= runAll().finally(() => {
      current = undefined
    })
  }

  start()
  const timer = setInterval(start, everyMs).unref()
  return {
    /** Waits for the run in progress. */
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}
