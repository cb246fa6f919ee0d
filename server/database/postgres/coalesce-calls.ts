/**
 * Calls that are made while a query runs share the next one, so that no result is older than its call. One query runs at
 * a time, so that no result is older than the one before.
 */
export function coalesceCalls<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let next: PromiseWithResolvers<Result> | undefined
  let isCalling = false

  async function callUntilIdle() {
    while (next) {
      const batch = next
      next = undefined
      await call().then(batch.resolve, batch.reject)
    }
    isCalling = false
  }

  return () => {
    next ??= Promise.withResolvers<Result>()
    const { promise } = next
    if (!isCalling) {
      isCalling = true
      // Calls of one turn of the event loop share a query.
      setImmediate(callUntilIdle)
    }
    return promise
  }
}
