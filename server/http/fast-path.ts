import type { IncomingMessage, ServerResponse } from "node:http"
import type { HttpBindings } from "@hono/node-server"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import type { Hono } from "hono"
import type { AppEnv } from "./app-env.ts"
import type { RecordRequest } from "./request-log.ts"
import type { ResponseCache } from "./response-cache.ts"
import type { GetOrigin } from "./site-origin.ts"

interface Parts {
  cache: ResponseCache
  getOrigin: GetOrigin
  recordRequest: RecordRequest
}

/**
 * Responds to a request for the URL of a cached response before Hono sees it. Only speed depends on this: a cached
 * response carries all its headers and depends neither on the session nor on the IP of its client.
 */
export function addFastPath(app: Hono<AppEnv>, { cache, getOrigin, recordRequest }: Parts) {
  const { fetch } = app
  const isFresh = oncePerTick(() => cache.refresh())

  /** Writes to the socket itself: a Response would cost more than all of the rest. */
  function respond({ method = "", url = "", headers }: IncomingMessage, outgoing: ServerResponse): boolean {
    if (method !== "GET" && method !== "HEAD") return false
    const start = performance.now()
    const origin = getOrigin((name) => headers[name]?.toString())
    const cached = isFresh() ? cache.find(origin + url) : undefined
    const acceptEncoding = headers["accept-encoding"]?.toString()
    const selected = cached?.select({ method, acceptEncoding, ifNoneMatch: headers["if-none-match"] })
    if (!selected) return false
    outgoing.writeHead(selected.status, selected.headers).end(selected.body)
    recordRequest({ requestId: crypto.randomUUID(), method, path: pathOf(url), status: selected.status, start })
    return true
  }

  app.fetch = (request, env, ...rest) => {
    const { incoming, outgoing } = (env ?? {}) as Partial<HttpBindings>
    if (incoming && outgoing && respond(incoming, outgoing)) return RESPONSE_ALREADY_SENT
    return fetch(request, env, ...rest)
  }
}

/** Checks the version once per event-loop tick: every request of a tick was sent before the check. */
function oncePerTick(check: () => boolean): () => boolean {
  let result: boolean | undefined
  return () => {
    if (result === undefined) {
      result = check()
      setImmediate(() => {
        result = undefined
      })
    }
    return result
  }
}

function pathOf(url: string): string {
  const query = url.indexOf("?")
  return query < 0 ? url : url.slice(0, query)
}
