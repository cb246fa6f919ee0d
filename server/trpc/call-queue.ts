import { setImmediate as yieldToEventLoop } from "node:timers/promises"
import { limitConcurrency } from "#server/concurrency-limit.ts"
import { LIST_LIMIT_MAX } from "#server/contract/paging.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"

/** After this many rows, the further calls of an HTTP request are rejected. */
const REQUEST_ROWS_MAX = 2 * LIST_LIMIT_MAX

type CallResult = { ok: true; data: unknown } | { ok: false }

export type CallQueue = <Result extends CallResult>(call: () => Promise<Result>) => Promise<Result>

/** Runs the calls of one HTTP request in turn, so that a batch of lists neither blocks others nor fills the memory. */
export function createCallQueue(): CallQueue {
  const runInTurn = limitConcurrency({ concurrency: 1, queueSize: Number.POSITIVE_INFINITY })
  let isFirst = true
  let rows = 0
  return (call) =>
    runInTurn(async () => {
      // SQLite answers without waiting, so that the calls would otherwise hold up all other requests.
      if (!isFirst) await yieldToEventLoop()
      isFirst = false
      if (rows >= REQUEST_ROWS_MAX) throw new AppError("too_large", responseTexts.tooManyRows)
      const result = await call()
      if (result.ok) rows += countRows(result.data)
      return result
    })
}

/** Counts the rows of a list, and of the lists that an object has. */
function countRows(data: unknown): number {
  const parts = Array.isArray(data) || typeof data !== "object" || data === null ? [data] : Object.values(data)
  return parts.reduce<number>((sum, part) => sum + (Array.isArray(part) ? part.length : 0), 0)
}
