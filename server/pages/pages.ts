import { isTRPCClientError } from "@trpc/client"
import { type Context, Hono } from "hono"
import { readContent } from "#server/content/published/published.ts"
import { OFFLINE_PATH } from "#server/contract/offline.ts"
import { safeRedirect } from "#server/contract/safe-redirect.ts"
import { type AppError, toAppError } from "#server/errors.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { textBodyLimit } from "#server/http/body-limit.ts"
import { pageKey } from "#server/http/data-saver.ts"
import { redirectLocation, redirectOtherHosts } from "#server/http/redirects.ts"
import { logFailure } from "#server/http/request-log.ts"
import { sendCached, sendUncached } from "#server/http/send-cached.ts"
import type { AppRouter } from "#server/router.ts"
import { findCacheableUrl } from "./cacheable-pages.ts"
import { forms, picturesBodyLimit } from "./forms.ts"
import { mistyped } from "./mistyped.ts"
import { preview } from "./preview.ts"
import { privateLinks } from "./private-links.ts"
import { projectPreview } from "./project-preview.ts"
import { readReceipt, SENT_PATH } from "./receipt-cookie.ts"
import {
  type Bundle,
  createSnapshots,
  DATA_PATH,
  dataContent,
  dataUrlOf,
  renderData,
  renderForAll,
  renderForRequest,
} from "./render.ts"
import { sitemap } from "./sitemap.ts"

/** Serves every page, and the forms posted without JavaScript. In development `bundle` changes between requests. */
export function pages(bundle: () => Promise<Bundle>) {
  const snapshots = createSnapshots()
  const app = new Hono<AppEnv>()
    .route("/", sitemap)
    .route("/", manifest)
    .route("/", offline(bundle))
    .get(`${DATA_PATH}/*`, async (c) => {
      const url = findCacheableUrl(c, c.req.path.slice(DATA_PATH.length) || "/")
      if (url === undefined) return c.notFound()
      const kept = snapshots.get(dataUrlOf(url, c.req.query("v")))
      if (kept !== undefined) return sendUncached(c, dataContent(kept))
      const loaded = await bundle()
      return sendCached(c, dataUrlOf(url), () => renderData(c, loaded, url))
    })
    .use(redirectOtherHosts)
    .route("/", mistyped)
    .route("/", preview(bundle))
    .route("/", projectPreview(bundle))
    .route("/", sentRequest(bundle))
    .route("/", privateLinks(bundle))
    .get("/admin/*", redirectVisitorsToLogin)
    .get("*", async (c) => {
      const loaded = await bundle()
      const url = loaded.isDevelopment ? undefined : findCacheableUrl(c)
      if (url === undefined) return sendUncached(c, await renderForRequest(c, loaded))
      return sendCached(c, pageKey(url, c.req.header("Cookie")), () => renderForAll(c, loaded, url, snapshots))
    })
    .onError((error, c) => {
      const { status, message, retryAfter } = failureOf(error)
      // The failure of a procedure is logged with its name where it is called.
      if (!isTRPCClientError(error)) logFailure(c, error)
      const headers = { "Cache-Control": "no-store", ...(retryAfter && { "Retry-After": String(retryAfter) }) }
      return c.html(failurePage(message), status, headers)
    })
  for (const [path, submit] of Object.entries(forms)) {
    app.post(path, path === "/contact" ? picturesBodyLimit : textBodyLimit, async (c) => {
      c.header("Cache-Control", "no-store")
      const result = await submit(c)
      if (typeof result === "string") return c.redirect(safeRedirect(result) ?? "/", 303)
      return sendUncached(c, await renderForRequest(c, await bundle(), { rejected: result }))
    })
  }
  return app
}

/** A procedure's error already has the form that clients see. */
function failureOf(error: Error): Pick<AppError, "status" | "message" | "retryAfter"> {
  const data = isTRPCClientError<AppRouter>(error) ? error.data : undefined
  return data ? { status: data.httpStatus, message: error.message, retryAfter: data.retryAfter } : toAppError(error)
}

/** Redirects from existing pages only, so that an unknown admin URL is a 404 for everybody. */
async function redirectVisitorsToLogin(c: Context<AppEnv>, next: () => Promise<void>) {
  await next()
  const exists = c.res.status === 200 || c.res.status === 304
  if (exists && !(await c.get("context").currentAccount())) {
    const { pathname, search } = new URL(c.req.url)
    const target = `/login?redirect=${encodeURIComponent(pathname + search)}`
    const Location = redirectLocation(hasJustLoggedIn(c) ? `${target}&cookies=true` : target)
    // Hono would copy the page's headers, such as Content-Length, to the new response.
    c.res = undefined
    c.res = new Response(null, { status: 302, headers: { Location } })
  }
  c.header("Cache-Control", "no-store")
}

/** Whether the log-in page has led here, which leaves visitors there only if their browser refuses the cookie. */
function hasJustLoggedIn(c: Context<AppEnv>): boolean {
  return c.req.header("Referer")?.replace(/\?.*/, "") === `${c.get("origin")}/login`
}

/** Returns a page in place of one whose rendering has failed. */
function failurePage(message: string): string {
  const text = message.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<!DOCTYPE html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text}</title><h1>${text}</h1><p><a href="/">Accueil</a></p></html>`
}

/** Serves the manifests, by which phones put the site or the office on their home screen under the company's name. */
const manifest = new Hono<AppEnv>()
  .get("/site.webmanifest", (c) => sendManifest(c, { start_url: "/", display: "minimal-ui" }))
  .get("/bureau.webmanifest", (c) =>
    sendManifest(c, { id: "/admin", start_url: "/admin/dashboard", display: "standalone" }),
  )

function sendManifest(c: Context<AppEnv>, own: object) {
  return sendCached(c, c.req.path, async () => {
    const { facts } = await readContent(c.get("context"), "entreprise")
    const headers = { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=86400" }
    return { status: 200, headers, body: JSON.stringify({ name: facts.name, ...own, ...fixed }) }
  })
}

const fixed = {
  lang: "fr",
  background_color: "#FBF6EC",
  theme_color: "#0F5C4A",
  icons: [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: "image/png" })),
}

/** Serves a page without scripts, which the service worker shows at the URL of any page. */
function offline(bundle: () => Promise<Bundle>) {
  return new Hono<AppEnv>().get(OFFLINE_PATH, async (c) => {
    const withoutScripts = { ...(await bundle()), app: undefined }
    return sendCached(c, OFFLINE_PATH, () => renderForAll(c, withoutScripts, OFFLINE_PATH))
  })
}

/** Serves the page that thanks for a request, with its reference for the sender. */
function sentRequest(bundle: () => Promise<Bundle>) {
  return new Hono<AppEnv>().get(SENT_PATH, async (c) => {
    const page = await renderForRequest(c, await bundle(), { receipt: readReceipt(c) })
    const headers = { ...page.headers, "Cache-Control": "no-store" }
    return sendUncached(c, { ...page, headers })
  })
}
