import { fetchRequestHandler } from "@trpc/server/adapters/fetch"
import type { Context as HonoContext } from "hono"
import { sendKept } from "#server/kept/front.ts"
import { toAppError } from "./errors.ts"
import { logFailure } from "./requests.ts"
import { appRouter } from "./router.ts"
import { type AppEnv, type Context, withoutVisitor } from "./trpc.ts"

/** Calls in one request: a page needs a few, and each may read a whole list. */
const BATCH_LIMIT = 50

/** Reads that are the same for everybody, asked for alone: their answers are kept as the public lists are. */
const PUBLIC_READS = new Set(["/trpc/projects.page", "/trpc/projects.list"])

export function answerTrpc(c: HonoContext<AppEnv>): Promise<Response> {
  if (c.req.method !== "GET" || !PUBLIC_READS.has(c.req.path)) return call(c, c.get("context"))
  return sendKept(c, c.req.url.slice(c.req.url.indexOf("/trpc/")), async () => {
    const response = await call(c, withoutVisitor(c.get("context")))
    const headers = {
      "Content-Type": "application/json",
      "Cache-Control": response.status === 200 ? "no-cache" : "no-store",
    }
    return { status: response.status, headers, body: await response.text() }
  })
}

function call(c: HonoContext<AppEnv>, context: Context): Promise<Response> {
  return fetchRequestHandler({
    endpoint: "/trpc",
    req: c.req.raw,
    router: appRouter,
    createContext: () => context,
    maxBatchSize: BATCH_LIMIT,
    responseMeta({ errors }) {
      const retryAfter = errors.map((error) => toAppError(error).retryAfter).find((seconds) => seconds !== undefined)
      return retryAfter ? { headers: { "Retry-After": String(retryAfter) } } : {}
    },
    onError: ({ error, path }) => logFailure(c, error, path),
  })
}
