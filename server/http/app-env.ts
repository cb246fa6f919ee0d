import type { Context as HonoContext } from "hono"
import type { Context } from "#server/trpc/context.ts"
import type { KeptAnswers } from "./response-cache.ts"

/** The variables that request-context.ts sets on Hono's context. */
export interface AppEnv {
  Variables: { context: Context; requestId: string; origin: string; kept: KeptAnswers }
}

/** A domain router's procedures, called in process with the request's own context. */
export function callerFor<Caller>(c: HonoContext<AppEnv>, router: { createCaller(ctx: Context): Caller }): Caller {
  return router.createCaller(c.get("context"))
}
