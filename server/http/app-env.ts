import type { HttpBindings } from "@hono/node-server"
import type { Context as HonoContext } from "hono"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import type { ResponseCache } from "./response-cache.ts"
import type { IsOtherHost } from "./site-origin.ts"

/** The bindings are missing where tests call the app without a socket. */
export interface AppEnv {
  Bindings: Partial<HttpBindings>
  Variables: {
    context: Context
    /** It is set for calls that need a right. */
    accountContext: AccountContext
    requestId: string
    traceId: string | undefined
    origin: string
    isOtherHost: IsOtherHost
    cache: ResponseCache
    listCache: ResponseCache
    /** A response that already has the headers of the site. */
    completeResponse?: Response
  }
}

/** A router's procedures accept any input here, since each one validates its own. */
type UncheckedCaller<Caller> = {
  [Name in keyof Caller]: Caller[Name] extends (...input: never[]) => infer Result ? (input?: unknown) => Result : never
}

/** Returns a router's procedures to call in process, by default with the request's own context. */
export function createCaller<Caller>(
  c: HonoContext<AppEnv>,
  router: { createCaller(ctx: Context): Caller },
  context: Context = c.get("context"),
) {
  return router.createCaller(context) as UncheckedCaller<Caller>
}
