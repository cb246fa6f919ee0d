import { setImmediate } from "node:timers/promises"

/**
 * Calls that are made while a query runs, or in the turn of the event loop after it, share the next one, so that no
 * result is older than its call. One query runs at a time, so that no result is older than the one before.
 */
export function coalesceCalls<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let next: PromiseWithResolvers<Result> | undefined
  let isCalling = false

  async function callUntilIdle() {
    // Calls of one turn share a query.
    await setImmediate()
    while (next) {
      const batch = next
      next = undefined
      await call().then(batch.resolve, batch.reject)
      await nextPoll()
    }
    isCalling = false
  }

  return () => {
    next ??= Promise.withResolvers<Result>()
    const { promise } = next
    if (!isCalling) {
      isCalling = true
      callUntilIdle()
    }
    return promise
  }
}

/**
 * Lets the event loop read all its sockets once, after the current poll: under load one query for many requests costs
 * less than two queries.
 */
async function nextPoll() {
  await setImmediate()
  await setImmediate()
}
