import { createMiddleware } from "hono/factory"
import type { AppEnv } from "#server/http/app-env.ts"

const PRIVATE_HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
}

/** For pages that whoever has the link may open: their URL must reach no other site and no cache. */
export const addPrivateHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(PRIVATE_HEADERS)) c.header(name, value)
})
