import { setImmediate as yieldToEventLoop } from "node:timers/promises"
import { LRUCache } from "lru-cache"
import { limitConcurrency } from "#server/concurrency-limit.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"
import type { Context } from "#server/trpc/context.ts"

type Caller = Pick<Context, "currentAccount" | "rateLimitKey" | "rateLimits">

/** Whether the caller is bounded as visitors are: anybody can register, and such an account has no right. */
export async function isVisitor({ currentAccount, rateLimits }: Pick<Caller, "currentAccount" | "rateLimits">) {
  if (!rateLimits) return false
  const account = await currentAccount().catch(() => undefined)
  return account === undefined || account.rights.length === 0
}

interface Limits {
  atOnce: number
  atOncePerClient: number
  /** For longer nobody waits; some clients may have to wait in vain. */
  waitMs: number
}

/** More clients than this are not told apart at once. */
const CLIENTS_MAX = 1000

/** Lets each client wait for its own tasks first, so that none fills the queue in which all wait. */
function limitPerClient({ atOnce, atOncePerClient, waitMs }: Limits) {
  const limit = (concurrency: number) => limitConcurrency({ concurrency, queueSize: 50 * concurrency, waitMs })
  const inAll = limit(atOnce)
  const clients = new LRUCache<string, typeof inAll>({ max: CLIENTS_MAX })
  return <Result>(client: string, task: () => Promise<Result>): Promise<Result> => {
    const ofClient = clients.get(client) ?? limit(atOncePerClient)
    clients.set(client, ofClient)
    return ofClient(() => inAll(task))
  }
}

const runList = limitPerClient({ atOnce: 1, atOncePerClient: 1, waitMs: 5000 })

/** Reads a list for a visitor. Only one is read at a time, as SQLite answers without waiting and delays all others. */
export async function readInTurn<Result>(caller: Caller, read: () => Promise<Result>): Promise<Result> {
  if (!(await isVisitor(caller))) return read()
  return runList(caller.rateLimitKey, async () => {
    await yieldToEventLoop()
    return read()
  })
}

/** A visitor's body without files is smaller than this. */
export const SMALL_BYTES = 64 * 1024

/** Connections without progress are cut a little later than the wait ends. */
const runLarge = limitPerClient({ atOnce: 48, atOncePerClient: 12, waitMs: 20_000 })
let waiting = 0

/** While others wait, a body must arrive at this pace on average, so that dripping ones do not keep them out. */
const PACE_BYTES_PER_SECOND = 4000
const PACE_AFTER_MS = 10_000

/** Takes the bytes that have arrived so far; throws if the body comes too slowly while others wait. */
type CheckPace = (bytes: number) => void

/** Receives a large body, of which only some are received from visitors at once. */
export async function receiveInTurn<Result>(
  caller: Caller,
  receive: (checkPace: CheckPace) => Promise<Result>,
): Promise<Result> {
  if (!(await isVisitor(caller))) return receive(() => {})
  let isWaiting = true
  waiting += 1
  function stopWaiting() {
    if (isWaiting) waiting -= 1
    isWaiting = false
  }
  try {
    return await runLarge(caller.rateLimitKey, () => {
      stopWaiting()
      const start = performance.now()
      return receive((bytes) => {
        const ms = performance.now() - start
        if (waiting > 0 && ms > PACE_AFTER_MS && bytes < (ms / 1000) * PACE_BYTES_PER_SECOND)
          throw new AppError("unavailable", responseTexts.busy, { retryAfter: 5 })
      })
    })
  } finally {
    stopWaiting()
  }
}
