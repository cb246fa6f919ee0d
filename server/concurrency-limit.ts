import { responseTexts } from "./contract/response-texts.ts"
import { AppError } from "./errors.ts"

interface Limits {
  /** This many tasks run at once. */
  concurrency: number
  /** This many further tasks may wait; all others are rejected as busy. */
  queueSize: number
  /** Tasks that have waited for longer are rejected too; without it they wait as long as it takes. */
  waitMs?: number
}

/** Runs the tasks given to the returned function with limited concurrency, by priority and then in their order. */
export function limitConcurrency({ concurrency, queueSize, waitMs }: Limits) {
  const queue: { priority: number; start: () => void }[] = []
  let running = 0

  function waitInQueue(priority: number): Promise<void> {
    if (queue.length >= queueSize) throw busy()
    return new Promise((resolve, reject) => {
      const waiting = { priority, start: resolve }
      const index = queue.findIndex((other) => other.priority < priority)
      queue.splice(index < 0 ? queue.length : index, 0, waiting)
      if (waitMs === undefined) return
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(busy())
      }, waitMs)
      waiting.start = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function run<Result>(task: () => Promise<Result>, priority = 0): Promise<Result> {
    if (running >= concurrency) await waitInQueue(priority)
    else running += 1
    try {
      return await task()
    } finally {
      // The next task takes this one's place, so the count stays the same.
      const next = queue.shift()
      if (next) next.start()
      else running -= 1
    }
  }

  return Object.assign(run, { countWaiting: () => queue.length })
}

function busy(): AppError {
  return new AppError("unavailable", responseTexts.busy, { retryAfter: 5 })
}

/** Disks and remote servers delay each answer, but serve several requests at once as fast as one. */
const AT_ONCE = 8

/** Works on a few items at once. After a failure it begins no further item, and throws once the others have ended. */
export async function forEachConcurrently<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items].values()
  let hasFailed = false
  async function workOnNext() {
    for (const item of left) {
      if (hasFailed) return
      await work(item).catch((error) => {
        hasFailed = true
        throw error
      })
    }
  }
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, workOnNext))
  for (const result of results) if (result.status === "rejected") throw result.reason
}
