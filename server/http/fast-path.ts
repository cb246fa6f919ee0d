import type { IncomingMessage } from "node:http"
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

  function respond({ method = "", url = "", headers }: IncomingMessage): Response | undefined {
    if (method !== "GET" && method !== "HEAD") return
    const start = performance.now()
    const origin = getOrigin((name) => headers[name]?.toString())
    const cached = isFresh() ? cache.find(origin + url) : undefined
    const acceptEncoding = headers["accept-encoding"]?.toString()
    const selected = cached?.select({ method, acceptEncoding, ifNoneMatch: headers["if-none-match"] })
    if (!selected) return
    const { body, ...init } = selected
    recordRequest({ requestId: crypto.randomUUID(), method, path: pathOf(url), status: init.status, start })
    return new Response(body, init)
  }

  app.fetch = (request, env, ...rest) => {
    const incoming = env && "incoming" in env ? env.incoming : undefined
    return (incoming && respond(incoming)) ?? fetch(request, env, ...rest)
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
