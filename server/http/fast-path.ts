import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { pageKey } from "./data-saver.ts"
import { identify, REQUEST_ID_HEADER } from "./request-id.ts"
import type { RecordRequest } from "./request-log.ts"
import type { ResponseCache } from "./response-cache.ts"
import type { GetOrigin, IsOtherHost } from "./site-origin.ts"

interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
  start: number
}

interface Parts {
  caches: readonly ResponseCache[]
  getOrigin: GetOrigin
  isOtherHost?: IsOtherHost
  recordRequest: RecordRequest
}

/** With PUBLIC_URL the cache key contains no Host, so a malformed one must be recognized here. */
const plainHost = /^[\w.:[\]-]+$/

export type FastPath = ReturnType<typeof createFastPath>

/**
 * Responds to a request for the URL of a cached response before Hono sees it. This serves speed only: a cached response
 * has all its headers, and depends neither on the session nor on the client's IP address.
 */
export function createFastPath({ caches, getOrigin, isOtherHost = () => false, recordRequest }: Parts) {
  const freshness = new Map(caches.map((cache) => [cache, oncePerTick(() => cache.refresh())]))

  function respond(incoming: IncomingMessage, outgoing: ServerResponse): boolean | Promise<boolean> {
    const { method = "", url = "", headers } = incoming
    if (method !== "GET" && method !== "HEAD") return false
    // An API token is verified first, even where none is needed, and a malformed Host is rejected.
    if (headers.authorization !== undefined || !plainHost.test(headers.host ?? "")) return false
    if (isOtherHost(headers)) return false
    const start = performance.now()
    const key = pageKey(getOrigin((name) => headers[name]?.toString()) + url, headers.cookie)
    const cache = caches.find((one) => one.has(key))
    const fresh = cache && freshness.get(cache)?.()
    if (!cache || fresh === undefined) return false
    const send = () => sendCached(cache, key, { incoming, outgoing, start })
    return fresh instanceof Promise ? fresh.then((isFresh) => isFresh && send()) : fresh && send()
  }

  /** Writes to node:http's own response, since a Response would cost more than all the rest. */
  function sendCached(cache: ResponseCache, key: string, { incoming, outgoing, start }: Exchange): boolean {
    const { method = "", url = "", headers } = incoming
    const acceptEncoding = headers["accept-encoding"]?.toString()
    const cached = cache.find(key)
    const selected = cached?.select({ method, acceptEncoding, ifNoneMatch: headers["if-none-match"] })
    if (!selected) return false
    cache.counts.hit += 1
    const { requestId, givenId, traceId } = identify((name) => headers[name]?.toString())
    const { status, rawHeaders, body } = selected
    outgoing.writeHead(status, givenId ? [...rawHeaders, REQUEST_ID_HEADER, givenId] : rawHeaders).end(body)
    const path = pathOf(url)
    recordRequest({ requestId, traceId, method, path, route: cached?.route ?? "other", status, start })
    return true
  }

  return (listener: RequestListener): RequestListener =>
    (incoming, outgoing) => {
      const pass = () => listener(incoming, outgoing)
      const isSent = respond(incoming, outgoing)
      if (isSent instanceof Promise) isSent.then((sent) => sent || pass(), pass)
      else if (!isSent) pass()
    }
}

/** Checks the version once per event-loop tick, since every request of a tick was sent before the check. */
function oncePerTick<Result>(check: () => Result): () => Result {
  let result: Result | undefined
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
