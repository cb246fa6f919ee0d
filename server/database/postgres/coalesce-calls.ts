import { setImmediate as checkPhase } from "node:timers/promises"

/**
 * Calls that are made while a query runs share the next one, so that no result is older than its call. One query runs at
 * a time, so that no result is older than the one before.
 */
export function coalesceCalls<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let next: PromiseWithResolvers<Result> | undefined
  let isCalling = false

  async function callUntilIdle() {
    // Calls of one turn of the event loop share a query.
    await checkPhase()
    while (next) {
      const batch = next
      next = undefined
      await call().then(batch.resolve, batch.reject)
      await pollPhase()
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

/** Lets the event loop read its sockets once: under load, a query for more requests costs less than two. */
async function pollPhase() {
  await checkPhase()
  await checkPhase()
}
