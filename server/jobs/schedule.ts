import { HOUR_MS } from "#server/contract/durations.ts"
import type { Log } from "#server/log.ts"

export interface ScheduledTask {
  name: string
  run: () => Promise<unknown>
  /** How often it runs, where that is not as often as its schedule looks. */
  everyMs?: number
  /** When it last succeeded, where a run may do nothing. */
  succeededAt?: () => Date | undefined
}

/** Takes the tasks as the schedule starts, and each one after its success. */
export type RecordTask = (task: { name: string; everyMs: number; succeededAt: Date | undefined }) => void

interface Schedule {
  everyMs?: number
  tasks: readonly ScheduledTask[]
  log: Log
  now?: () => Date
  record?: RecordTask
}

/**
 * Runs the tasks one after the other, now and every `everyMs`, unless the run before goes on. A task that fails is
 * repeated in the next run.
 */
export function startSchedule({ everyMs = HOUR_MS, tasks, log, now = () => new Date(), record = () => {} }: Schedule) {
  function recordAt(task: ScheduledTask, succeededAt: Date | undefined) {
    record({ name: task.name, everyMs: task.everyMs ?? everyMs, succeededAt })
  }

  async function runAll() {
    for (const task of tasks) {
      try {
        await task.run()
        recordAt(task, task.succeededAt ? task.succeededAt() : now())
      } catch (error) {
        log.warn({ task: task.name, err: error }, "task failed")
      }
    }
  }

  let current: Promise<void> | undefined
  function start() {
    current ??= runAll().finally(() => {
      current = undefined
    })
  }

  for (const task of tasks) recordAt(task, undefined)
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
