import type { Context } from "hono"
import type { AppEnv } from "./app-env.ts"
import { createCachedResponse, type ResponseContent } from "./cached-response.ts"
import type { ResponseCache } from "./response-cache.ts"
import { routeOf } from "./route-label.ts"
import { readInTurn } from "./visitor-turns.ts"

type Create = () => Promise<ResponseContent>

/** Responds from the cache; `path` is the canonical path and query of the requested page or list. */
export function sendCached(c: Context<AppEnv>, path: string, create: Create): Promise<Response> {
  return send(c, c.get("cache"), path, create)
}

/** Does so for lists whose parameters are the client's choice, which must neither evict the pages nor delay others. */
export function sendCachedList(c: Context<AppEnv>, path: string, create: Create): Promise<Response> {
  return send(c, c.get("listCache"), path, () => readInTurn(c.get("context"), create))
}

/** Responds in the same way with what is for this request alone. */
export function sendUncached(c: Context<AppEnv>, content: ResponseContent): Promise<Response> {
  return createCachedResponse(content).respond(c.req.raw)
}

async function send(c: Context<AppEnv>, cache: ResponseCache, path: string, create: Create): Promise<Response> {
  const cached = await cache.getOrCreate(c.get("origin") + path, create)
  cached.route ??= routeOf(c)
  const response = await cached.respond(c.req.raw)
  c.set("completeResponse", response)
  return response
}
