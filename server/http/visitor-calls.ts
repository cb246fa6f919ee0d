import { createMiddleware } from "hono/factory"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createRequestLimit } from "#server/limits/request-limit.ts"
import type { AppEnv } from "./app-env.ts"
import { countCalls } from "./trpc-handler.ts"
import { isVisitor } from "./visitor-turns.ts"

/** Many phones share a carrier's IP address, but what they mostly ask for comes from the cache and is not counted. */
const CALLS_MAX = 1500
const WINDOW_SECONDS = 30

/** These paths are calls rather than pages. A load balancer asks for health and readiness all the time. */
const counted = /^\/(trpc|api(?!\/(health|ready)$)|projects|upload|admin\/stats)(\/|$)/

/** Limits visitors' calls before their bodies are read. Each call of a batch counts. */
export function limitVisitorCalls() {
  const limit = createRequestLimit({
    maxRequests: CALLS_MAX,
    windowSeconds: WINDOW_SECONDS,
    message: responseTexts.tooManyCalls,
  })
  return createMiddleware<AppEnv>(async (c, next) => {
    const { rateLimitKey, now } = c.get("context")
    if (!counted.test(c.req.path) || !(await isVisitor(c.get("context")))) return next()
    for (let call = 0; call < countCalls(c.req.path); call += 1) limit(rateLimitKey, now())
    return next()
  })
}
