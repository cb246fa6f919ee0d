import { createMiddleware } from "hono/factory"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"
import type { AppEnv } from "./app-env.ts"

/** Redirects every method, unlike hono/trailing-slash, to the URL without trailing slashes: each page has one URL. */
export const redirectTrailingSlash = createMiddleware(async (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  if (pathname === "/" || !pathname.endsWith("/")) return next()
  // A Location that starts with two slashes would lead to another site.
  return c.redirect(redirectLocation(`/${pathname.replace(/^\/+|\/+$/g, "")}${search}`), 308)
})

/** Redirects pages from other names of the site, so that each has one URL, and one place for its cookies. */
export const redirectOtherHosts = createMiddleware<AppEnv>(async (c, next) => {
  if (!["GET", "HEAD"].includes(c.req.method) || !c.get("isOtherHost")(c.req.header())) return next()
  const { pathname, search } = new URL(c.req.url)
  // Browsers would keep a 308 for ever, even one that a wrong setting caused.
  c.header("Cache-Control", "no-cache")
  return c.redirect(redirectLocation(`${c.get("origin")}${pathname}${search}`), 308)
})

/** In characters; proxies commonly accept 4 to 8 kB of response headers, including the security policy. */
const MAX_LENGTH = 2000

/** Returns the Location of a redirect, without the query if it is too long; no page's path is too long. */
export function redirectLocation(url: string): string {
  if (url.length <= MAX_LENGTH) return url
  const [path = ""] = url.split("?")
  if (path.length > MAX_LENGTH) throw new AppError("not_found", responseTexts.unknownPath)
  return path
}
