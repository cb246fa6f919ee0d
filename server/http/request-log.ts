import type { Context } from "hono"
import { createMiddleware } from "hono/factory"
import { findPrivatePath } from "#server/contract/private-paths.ts"
import { toAppError } from "#server/errors.ts"
import type { Log } from "#server/log.ts"
import type { AppEnv } from "./app-env.ts"
import type { Metrics } from "./metrics.ts"
import { routeOf } from "./route-label.ts"

interface FinishedRequest {
  requestId: string
  traceId: string | undefined
  method: string
  path: string
  /** The pattern that the path fits. */
  route: string
  status: number
  /** In milliseconds, by performance.now(). */
  start: number
}

export type RecordRequest = (request: FinishedRequest) => void

/** Logs and counts each request by its path without the query. */
export function createRequestRecorder(log: Log, metrics: Metrics): RecordRequest {
  return ({ start, requestId, traceId, method, path, route, status }) => {
    const ms = performance.now() - start
    metrics.observeRequest({ method, path, route, status }, ms / 1000)
    // A load balancer asks twice a second, which would hide all other requests.
    const level = path === "/api/ready" ? "debug" : "info"
    log[level]({ requestId, traceId, method, path, status, ms: Math.round(ms * 10) / 10 }, "request")
  }
}

export function logRequests(record: RecordRequest) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const start = performance.now()
    await next()
    record({
      requestId: c.get("requestId"),
      traceId: c.get("traceId"),
      method: c.req.method,
      path: loggedPath(c.req.path),
      route: routeOf(c),
      status: c.res.status,
      start,
    })
  })
}

/** Logs the causes of server errors, which the client does not see. */
export function logFailure(c: Context<AppEnv>, error: unknown, procedure?: string): void {
  const { code, status, cause } = toAppError(error)
  if (status < 500) return
  const { log } = c.get("context")
  const details = {
    path: loggedPath(c.req.path),
    procedure,
    status,
    err: cause ?? error,
  }
  // A full disk or a locked database is the operator's problem, not an error of the program.
  if (code === "internal") log.error(details, "request failed")
  else log.warn(details, "request failed")
}

const VISITOR_UPLOADS = "/api/contact/uploads/"

/** Hides the token of a private link, and the id by which a visitor's upload can be continued. */
function loggedPath(path: string): string {
  const start = findPrivatePath(path) ?? (path.startsWith(VISITOR_UPLOADS) ? VISITOR_UPLOADS : undefined)
  return start ? `${start}…` : path
}
