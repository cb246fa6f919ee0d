import { createMiddleware } from "hono/factory"
import { redirectLocation } from "./redirect-location.ts"

/** Redirects to the URL without slashes at its end, so that each page has one URL. */
export const redirectTrailingSlash = createMiddleware(async (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  if (pathname === "/" || !pathname.endsWith("/")) return next()
  // A Location that starts with two slashes would lead to another site.
  return c.redirect(redirectLocation(`/${pathname.replace(/^\/+|\/+$/g, "")}${search}`), 308)
})
