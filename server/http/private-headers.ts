import { createMiddleware } from "hono/factory"
import { findPrivatePath } from "#server/contract/private-paths.ts"
import type { AppEnv } from "./app-env.ts"

const PRIVATE_HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
}

/** Keeps responses at URLs of private links, even redirects and errors, from other sites and from caches. */
export const addPrivateHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (!findPrivatePath(c.req.path)) return
  for (const [name, value] of Object.entries(PRIVATE_HEADERS)) c.header(name, value)
})
