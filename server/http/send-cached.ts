import type { Context } from "hono"
import type { AppEnv } from "./app-env.ts"
import type { ResponseContent } from "./cached-response.ts"

/** Responds from the cache; `path` is the canonical path and query of what is requested. */
export async function sendCached(
  c: Context<AppEnv>,
  path: string,
  create: () => Promise<ResponseContent>,
): Promise<Response> {
  const response = await c.get("cache").getOrCreate(c.get("origin") + path, create)
  return response.respond(c.req.raw)
}
