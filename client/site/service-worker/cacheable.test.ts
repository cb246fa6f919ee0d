import { expect, test } from "vitest"
import { cacheNameOf, hasOfflinePage, isCacheable } from "./cacheable.ts"

test.each([
  ["/", "pages"],
  ["/transport", "pages"],
  ["/ventes-materiaux", "pages"],
  ["/realisations", "pages"],
  ["/realisations/pont-de-la-lukaya", "pages"],
  ["/contact", "pages"],
  ["/page-data", "pages"],
  ["/page-data/contact", "pages"],
  ["/assets/site-abc.js", "assets"],
  ["/photos/hero.abc-640.avif", "pictures"],
  ["/uploads/abc.jpg", "pictures"],
])("%s is cached among the %s", (path, name) => {
  expect(cacheNameOf(path)).toBe(name)
})

test.each([
  "/admin",
  "/admin/messages",
  "/api/projects",
  "/api/admin/message-photos/a.jpg",
  "/trpc/accounts.me",
  "/login",
  "/register",
  "/demande/0123456789abcdef",
  "/apercu/0123456789abcdef",
  "/invitation/0123456789abcdef",
  "/contact/merci",
  "/contactez",
  "/page-data/login",
  "/page-datax",
  "/upload",
  "/sw.js",
])("%s is not cached", (path) => {
  expect(cacheNameOf(path)).toBeUndefined()
})

function response(headers: Record<string, string>, init: Partial<Response> = {}) {
  return { status: 200, type: "basic", redirected: false, headers: new Headers(headers), ...init } as Response
}

test("only complete public responses are cached", () => {
  const open = { "Cache-Control": "no-cache" }
  expect(isCacheable(response(open))).toBe(true)
  expect(isCacheable(response({ "Cache-Control": "public, max-age=31536000, immutable" }))).toBe(true)
  for (const closed of ["no-store", "private, no-store", "private", "PRIVATE, max-age=60"]) {
    expect(isCacheable(response({ "Cache-Control": closed })), closed).toBe(false)
  }
  expect(isCacheable(response({}))).toBe(false)
  for (const status of [206, 302, 404, 410, 500])
    expect(isCacheable(response(open, { status })), `${status}`).toBe(false)
  expect(isCacheable(response(open, { redirected: true }))).toBe(false)
  expect(isCacheable(response(open, { type: "opaqueredirect" }))).toBe(false)
})

test("the administration and calls have no offline page", () => {
  for (const path of ["/admin", "/admin/messages", "/api/health", "/trpc/x"]) expect(hasOfflinePage(path)).toBe(false)
  for (const path of ["/agriculture", "/login", "/demande/x", "/administration"])
    expect(hasOfflinePage(path)).toBe(true)
})
