import { LRUCache } from "lru-cache"
import { limitConcurrency } from "#server/concurrency-limit.ts"
import type { Context } from "#server/trpc/context.ts"

/** Connections without progress are cut a little later than this. */
const WAIT_MS = 20_000

/** More clients than this do not send at once. */
const CLIENTS_MAX = 1000

interface Limits {
  atOnce: number
  atOncePerClient: number
}

/** Bodies with files are kept on the disk, and others in the memory. */
export const runWithFiles = limitBodies({ atOnce: 16, atOncePerClient: 4 })
export const runWithText = limitBodies({ atOnce: 128, atOncePerClient: 32 })

type Client = Pick<Context, "currentAccount" | "rateLimitKey" | "rateLimits">

/** Lets callers without an account wait until fewer bodies are being read; some wait for a few seconds in vain. */
function limitBodies({ atOnce, atOncePerClient }: Limits) {
  const inAll = limitConcurrency({ concurrency: atOnce, queueSize: 10 * atOnce, waitMs: WAIT_MS })
  const clients = new LRUCache<string, typeof inAll>({ max: CLIENTS_MAX })

  return async <Result>(client: Client, work: () => Promise<Result>): Promise<Result> => {
    if (!client.rateLimits || (await client.currentAccount().catch(() => undefined))) return work()
    const ofClient =
      clients.get(client.rateLimitKey) ??
      limitConcurrency({ concurrency: atOncePerClient, queueSize: 10 * atOncePerClient, waitMs: WAIT_MS })
    clients.set(client.rateLimitKey, ofClient)
    return ofClient(() => inAll(work))
  }
}
