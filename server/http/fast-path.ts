import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Context as HonoContext } from "hono"
import type { AppEnv } from "./app-env.ts"
import type { Content } from "./cached-response.ts"
import type { ReadHeader, RecordRequest } from "./request-context.ts"
import type { KeptAnswers } from "./response-cache.ts"

/** Answers what is kept under that name, or makes it; the next request for the same address is answered at the front. */
export async function sendKept(c: HonoContext<AppEnv>, name: string, make: () => Promise<Content>): Promise<Response> {
  const kept = c.get("kept")
  const answer = await kept.obtain(name, make)
  const asked = target(c.req.url)
  // One that is written with escapes is read by the router alone.
  if (pathOf(asked) === c.req.path) kept.note(c.get("origin") + asked, name)
  return answer.respond(c.req.raw)
}

interface Front {
  kept: KeptAnswers
  contentVersion: () => number | undefined
  originOf: (header: ReadHeader) => string | undefined
  record: RecordRequest
}

export type AnswerAtOnce = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

/**
 * Answers an address that was asked for before, before anything else looks at the request, and says whether it did. A
 * kept answer bears all its headers, its address stands under an origin that was found valid, and who asks does not
 * matter to it.
 */
export function frontOf({ kept, contentVersion, originOf, record }: Front): AnswerAtOnce {
  const versionOfTurn = onceATurn(contentVersion)
  return ({ method = "", url = "", headers }, outgoing) => {
    if (method !== "GET" && method !== "HEAD") return false
    const start = performance.now()
    const origin = originOf((name) => headers[name]?.toString())
    const accepted = headers["accept-encoding"]?.toString()
    const sent = kept.at(origin + url, versionOfTurn())?.choose({ method, accepted, held: headers["if-none-match"] })
    if (!sent) return false
    outgoing.writeHead(sent.status, sent.headers).end(sent.body ?? undefined)
    record({ requestId: randomUUID(), method, path: pathOf(url), status: sent.status, start })
    return true
  }
}

/**
 * Asks once for all requests that are read from their sockets in one turn of the event loop: they were sent before its
 * first one is looked at, so that whatever their senders have seen is in the answer.
 */
function onceATurn<Value>(ask: () => Value): () => Value {
  let asked: { value: Value } | undefined
  return () => {
    if (asked) return asked.value
    asked = { value: ask() }
    setImmediate(() => {
      asked = undefined
    })
    return asked.value
  }
}

/** Path and query, as they were asked for. */
function target(url: string): string {
  return url.slice(url.indexOf("/", "https://".length))
}

function pathOf(target: string): string {
  const query = target.indexOf("?")
  return query < 0 ? target : target.slice(0, query)
}
