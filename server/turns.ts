import { words } from "./contract/words.ts"
import { AppError } from "./errors.ts"

interface Turns {
  atOnce: number
  /** How many may wait; further ones are refused as « occupé ». */
  waiting: number
}

/** For work that must not run all at once: each piece waits for its turn. */
export function takeTurns({ atOnce, waiting: most }: Turns) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) {
      if (waiting.length >= most) throw new AppError("unavailable", words.busy, { retryAfter: 5 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // Whoever waits takes over the place, so that the count stays.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
