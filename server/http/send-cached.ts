import type { Context } from "hono"
import type { AppEnv } from "./app-env.ts"
import type { ResponseContent } from "./cached-response.ts"

/** Responds from the cache; `path` is the canonical path and query of the requested page or list. */
export async function sendCached(
  c: Context<AppEnv>,
  path: string,
  create: () => Promise<ResponseContent>,
): Promise<Response> {
  const cached = await c.get("cache").getOrCreate(c.get("origin") + path, create)
  const response = await cached.respond(c.req.raw)
  c.set("completeResponse", response)
  return response
}
