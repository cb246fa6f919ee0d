import type { AnyProcedure, AnyTRPCRouter } from "@trpc/server"
import { fetchRequestHandler } from "@trpc/server/adapters/fetch"
import type { Context } from "hono"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError, toAppError } from "#server/errors.ts"
import { createCallQueue } from "#server/trpc/call-queue.ts"
import { anonymousContext, type Context as CallContext } from "#server/trpc/context.ts"
import type { AppEnv } from "./app-env.ts"
import { logFailure } from "./request-log.ts"
import { sendCachedList } from "./send-cached.ts"
import { readInTurn } from "./visitor-turns.ts"

const PREFIX = "/trpc/"

/** A request may batch this many calls, each of which counts as one. */
const MAX_BATCH_SIZE = 50

/** The client's batches are shorter, and a cache's keys should be. */
const CACHEABLE_URL_MAX = 2000

export function trpcHandler(router: AnyTRPCRouter) {
  async function respond(c: Context<AppEnv>, context: CallContext): Promise<Response> {
    return fetchRequestHandler({
      endpoint: "/trpc",
      req: c.req.raw,
      router,
      createContext: () => ({ ...context, callQueue: createCallQueue() }),
      maxBatchSize: MAX_BATCH_SIZE,
      responseMeta({ errors }) {
        const retryAfter = errors.map((error) => toAppError(error).retryAfter).find((seconds) => seconds !== undefined)
        return retryAfter ? { headers: { "Retry-After": String(retryAfter) } } : {}
      },
      onError: ({ error, path }) => logFailure(c, error, path),
    })
  }

  return async (c: Context<AppEnv>): Promise<Response> => {
    // tRPC would also accept forms and bytes, which another site's page can send without a CORS preflight.
    const isJson = /^application\/json *(;|$)/.test(c.req.header("Content-Type") ?? "")
    if (c.req.method === "POST" && !isJson) throw new AppError("unsupported", responseTexts.jsonRequired)
    // A streamed response begins before the calls have ended, and so without their cookies and statuses.
    c.req.raw.headers.set("trpc-accept", "application/json")
    const { pathname, search } = new URL(c.req.url)
    const context = c.get("context")
    const readsContent = proceduresIn(c.req.path).map((name) => isContent(router, name))
    const isCacheable = c.req.method === "GET" && readsContent.every(Boolean)
    if (!isCacheable || pathname.length + search.length > CACHEABLE_URL_MAX)
      return readsContent.includes(true) ? readInTurn(context, () => respond(c, context)) : respond(c, context)
    return sendCachedList(c, pathname + search, async () => {
      const response = await respond(c, anonymousContext(context))
      const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" }
      return { status: response.status, headers, body: await response.text() }
    })
  }
}

/** The number of calls that a request makes, which to tRPC may be a batch. */
export function countCalls(path: string): number {
  // A longer batch is rejected as a whole.
  return path.startsWith(PREFIX) ? Math.min(proceduresIn(path).length, MAX_BATCH_SIZE) : 1
}

/** tRPC decodes the path too, so that a batch may be separated by encoded commas. */
function proceduresIn(path: string): string[] {
  return decodeURIComponent(path.slice(PREFIX.length)).split(",")
}

/** Whether a procedure reads what is the same for everybody. */
function isContent(router: AnyTRPCRouter, name: string): boolean {
  const procedures: Record<string, AnyProcedure | undefined> = router._def.procedures
  const procedure = Object.hasOwn(procedures, name) ? procedures[name] : undefined
  return (procedure?._def.meta as { isCacheable?: true } | undefined)?.isCacheable === true
}
