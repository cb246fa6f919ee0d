import { messages } from "./contract/response-messages.ts"
import { AppError } from "./errors.ts"

interface Turns {
  atOnce: number
  /** How many may wait; further ones are refused as « occupé ». */
  waiting: number
}

/** For work that must not run all at once: each piece waits for its turn, the more urgent before the others. */
export function limitConcurrency({ atOnce, waiting: most }: Turns) {
  const waiting: { urgency: number; begin: () => void }[] = []
  let running = 0

  function untilTurn(urgency: number): Promise<void> {
    if (waiting.length >= most) throw new AppError("unavailable", messages.busy, { retryAfter: 5 })
    return new Promise((begin) => {
      const behind = waiting.findIndex((other) => other.urgency < urgency)
      waiting.splice(behind < 0 ? waiting.length : behind, 0, { urgency, begin })
    })
  }

  return async function inTurn<Result>(work: () => Promise<Result>, urgency = 0): Promise<Result> {
    if (running >= atOnce) await untilTurn(urgency)
    else running += 1
    try {
      return await work()
    } finally {
      // Whoever waits takes over the place, so that the count stays.
      const next = waiting.shift()
      if (next) next.begin()
      else running -= 1
    }
  }
}
