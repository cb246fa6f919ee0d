import type { AnyTRPCRouter } from "@trpc/server"
import { fetchRequestHandler } from "@trpc/server/adapters/fetch"
import type { Context } from "hono"
import { messages } from "#server/contract/response-messages.ts"
import { AppError, toAppError } from "#server/errors.ts"
import type { AppEnv } from "./app-env.ts"
import { logFailure } from "./request-log.ts"

/** A request may batch this many calls: a page needs a few, and each call may read a whole list. */
const MAX_BATCH_SIZE = 50

export function trpcHandler(router: AnyTRPCRouter) {
  return (c: Context<AppEnv>): Promise<Response> => {
    // tRPC would also accept forms and bytes, which another site's page can send without a CORS preflight.
    const isJson = /^application\/json *(;|$)/.test(c.req.header("Content-Type") ?? "")
    if (c.req.method === "POST" && !isJson) throw new AppError("unsupported", messages.jsonRequired)
    // A streamed response begins before the calls have ended, and so without their cookies and statuses.
    c.req.raw.headers.set("trpc-accept", "application/json")
    return fetchRequestHandler({
      endpoint: "/trpc",
      req: c.req.raw,
      router,
      createContext: () => c.get("context"),
      maxBatchSize: MAX_BATCH_SIZE,
      responseMeta({ errors }) {
        const retryAfter = errors.map((error) => toAppError(error).retryAfter).find((seconds) => seconds !== undefined)
        return retryAfter ? { headers: { "Retry-After": String(retryAfter) } } : {}
      },
      onError: ({ error, path }) => logFailure(c, error, path),
    })
  }
}
