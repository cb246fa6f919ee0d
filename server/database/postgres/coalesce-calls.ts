import { setImmediate } from "node:timers/promises"

/**
 * Calls made while a query runs, or in the event loop's turn after it, share the next query, so that no result is older
 * than its call. Only one query runs at a time, so that no result is older than the previous one.
 */
export function coalesceCalls<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let next: PromiseWithResolvers<Result> | undefined
  let isCalling = false

  async function callUntilIdle() {
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

/** Waits until all sockets were read once: under load, one query for many requests costs less than two. */
async function nextPoll() {
  await setImmediate()
  await setImmediate()
}
