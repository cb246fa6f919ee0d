/**
 * Calls that come while a question is under way share the next one, so that every answer is to a question that was
 * asked after its call. Questions are asked one at a time, so that no answer is older than the one before.
 */
export function askInBatches<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let next: PromiseWithResolvers<Answer> | undefined
  let isAsking = false

  async function askUntilIdle() {
    while (next) {
      const batch = next
      next = undefined
      await ask().then(batch.resolve, batch.reject)
    }
    isAsking = false
  }

  return () => {
    next ??= Promise.withResolvers<Answer>()
    const { promise } = next
    if (!isAsking) {
      isAsking = true
      // Calls of the same turn of the event loop share the question.
      setImmediate(askUntilIdle)
    }
    return promise
  }
}
