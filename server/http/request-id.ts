import { createMiddleware } from "hono/factory"
import type { AppEnv } from "./app-env.ts"

interface Identified {
  requestId: string
  /** The id that a proxy or client has given the request, which the response repeats. */
  givenId?: string | undefined
  /** The trace that the request belongs to by its `traceparent`. */
  traceId?: string | undefined
}

export const REQUEST_ID_HEADER = "X-Request-Id"

/** It admits what proxies generate; the log must not contain whatever a client invents. */
const ID = /^[\w.:-]{8,64}$/

/** Version, trace, parent and flags (W3C Trace Context §3.2); no id is zero, and versions after 00 may add fields. */
const TRACEPARENT =
  /^(?<version>(?!ff)[0-9a-f]{2})-(?!0{32})(?<trace>[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?<rest>-.*)?$/

/** Keeps the ids by which others know the request. Without one, or with a malformed one, it gets a new id. */
export function identify(header: (name: string) => string | undefined): Identified {
  const given = header("x-request-id") ?? ""
  const givenId = ID.test(given) ? given : undefined
  const { version, trace, rest } = TRACEPARENT.exec(header("traceparent") ?? "")?.groups ?? {}
  const traceId = version === "00" && rest !== undefined ? undefined : trace
  return { requestId: givenId ?? crypto.randomUUID(), givenId, traceId }
}

/** Unlike hono/request-id it knows traces, serves the fast path too, and answers only with an id that was given. */
export const identifyRequests = createMiddleware<AppEnv>(async (c, next) => {
  const { requestId, givenId, traceId } = identify((name) => c.req.header(name))
  c.set("requestId", requestId)
  c.set("traceId", traceId)
  await next()
  if (givenId) c.header(REQUEST_ID_HEADER, givenId)
})
