import { type Context, Hono } from "hono"
import { safeRedirect } from "#server/contract/safe-redirect.ts"
import { toAppError } from "#server/errors.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { jsonBodyLimit } from "#server/http/body-limit.ts"
import { createCachedResponse } from "#server/http/cached-response.ts"
import { redirectLocation } from "#server/http/redirect-location.ts"
import { logFailure } from "#server/http/request-log.ts"
import { sendCached } from "#server/http/send-cached.ts"
import type { Bundle } from "./bundle.ts"
import { pageAddress } from "./cache.ts"
import { plainPage } from "./document.ts"
import { forms } from "./forms.ts"
import { renderForAll, renderPage } from "./render.ts"
import { sitemap } from "./sitemap.ts"

/** Every page, and the posts of forms without JavaScript. `bundle` may change while the client is developed. */
export function pages(bundle: () => Promise<Bundle>) {
  const app = new Hono<AppEnv>()
    .route("/", sitemap)
    .get("/admin/*", sendVisitorsToLogin)
    .get("*", async (c) => {
      const loaded = await bundle()
      const address = loaded.devTags === undefined ? pageAddress(c) : undefined
      if (address === undefined) return createCachedResponse(await renderPage(c, loaded)).respond(c.req.raw)
      return sendCached(c, address, () => renderForAll(c, loaded, address))
    })
    .onError((error, c) => {
      const { status, message } = toAppError(error)
      logFailure(c, error)
      return c.html(plainPage(message), status, { "Cache-Control": "no-store" })
    })
  for (const [path, submit] of Object.entries(forms)) {
    app.post(path, jsonBodyLimit, async (c) => {
      c.header("Cache-Control", "no-store")
      const answer = await submit(c)
      if (typeof answer === "string") return c.redirect(safeRedirect(answer) ?? "/", 303)
      return createCachedResponse(await renderPage(c, await bundle(), answer)).respond(c.req.raw)
    })
  }
  return app
}

/** The page behind an admin address is no secret, but a visitor has nothing to do there; an unknown one stays 404. */
async function sendVisitorsToLogin(c: Context<AppEnv>, next: () => Promise<void>) {
  await next()
  const shows = c.res.status === 200 || c.res.status === 304
  if (shows && !(await c.get("context").currentAccount())) {
    const { pathname, search } = new URL(c.req.url)
    const Location = redirectLocation(`/login?redirect=${encodeURIComponent(pathname + search)}`)
    // Else the page's own headers are handed on, its length among them: whoever asks would wait for a body.
    c.res = undefined
    c.res = new Response(null, { status: 302, headers: { Location } })
  }
  c.header("Cache-Control", "no-store")
}
