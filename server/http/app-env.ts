import type { HttpBindings } from "@hono/node-server"
import type { Context as HonoContext } from "hono"
import type { Context } from "#server/trpc/context.ts"
import type { ResponseCache } from "./response-cache.ts"

/** Bindings are missing where tests call the app without a socket. */
export interface AppEnv {
  Bindings: Partial<HttpBindings>
  Variables: { context: Context; requestId: string; origin: string; cache: ResponseCache }
}

/** A domain router's procedures, called in process with the request's own context. */
export function callerFor<Caller>(c: HonoContext<AppEnv>, router: { createCaller(ctx: Context): Caller }): Caller {
  return router.createCaller(c.get("context"))
}
