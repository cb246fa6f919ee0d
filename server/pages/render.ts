import { createHash } from "node:crypto"
import { unstable_localLink as localLink } from "@trpc/client"
import type { Context as HonoContext } from "hono"
import { LRUCache } from "lru-cache"
import type * as EntryServer from "#client/app/entry-server.tsx"
import { type AppError, toAppError } from "#server/errors.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import type { ResponseContent } from "#server/http/cached-response.ts"
import { hasDataSaverCookie } from "#server/http/data-saver.ts"
import { redirectLocation } from "#server/http/redirects.ts"
import { logFailure } from "#server/http/request-log.ts"
import { pagePolicy } from "#server/http/security-headers.ts"
import { type AppRouter, appRouter } from "#server/router.ts"
import { anonymousContext, type Context } from "#server/trpc/context.ts"
import type { RejectedForm } from "./forms.ts"

/** The parts of the client that pages need. */
export interface Bundle {
  renderPage: typeof EntryServer.renderPage
  /** The way in which a page loads the application; undefined for pages without scripts. */
  app: EntryServer.PageRequest["app"]
  /** In development, pages are not cached, and hot reload adds inline styles, which no policy forbids. */
  isDevelopment?: boolean
}

type Receipt = EntryServer.PageRequest["receipt"]

/** This precedes a cacheable page's URL in that of its hydration data, which visits that only read never fetch. */
export const DATA_PATH = "/page-data"

/** Without a version, it is the URL of the data that is published now. */
export function dataUrlOf(url: string, version?: string): string {
  const path = DATA_PATH + (url === "/" ? "" : url)
  return version === undefined ? path : `${path}${path.includes("?") ? "&" : "?"}v=${version}`
}

const SNAPSHOT_BYTES_MAX = 8 * 1024 * 1024

/**
 * Keeps the data of rendered pages, since hydration with data that was published after the page would draw it anew. A
 * page that was opened before the last restart, or from another instance, gets the data of now (find-again.ts).
 */
export function createSnapshots() {
  return new LRUCache<string, string>({ maxSize: SNAPSHOT_BYTES_MAX, sizeCalculation: ({ length }) => length })
}

type Snapshots = ReturnType<typeof createSnapshots>

const DEVELOPMENT_POLICY = "frame-ancestors 'none'"

/** The outcome of a form whose response is this page. */
interface FormOutcome {
  rejected?: RejectedForm | undefined
  receipt?: Receipt | undefined
}

/** Does not abort the rendering with the request, since that would look like a failure in the log. */
export async function renderForRequest(
  c: HonoContext<AppEnv>,
  bundle: Bundle,
  { rejected, receipt }: FormOutcome = {},
): Promise<ResponseContent> {
  const request = new Request(escapeEmptySegments(c.req.url), { headers: { accept: "text/html" } })
  return (await render(c, { bundle, request, context: c.get("context"), rejected, receipt })).page
}

/** Escapes empty path segments, as the client's router ignores them: `//about` would be a second URL of a page. */
function escapeEmptySegments(requestUrl: string): URL {
  const url = new URL(requestUrl)
  url.pathname = url.pathname.replaceAll(/\/(?=\/)/g, "/%2F")
  return url
}

/** Renders a page that is cached for everybody, which depends only on the URL's origin and the data saver. */
export async function renderForAll(
  c: HonoContext<AppEnv>,
  bundle: Bundle,
  url: string,
  snapshots?: Snapshots,
): Promise<ResponseContent> {
  const { page, data } = await renderUrl(c, bundle, url)
  if (page.status === 200) snapshots?.set(dataUrlOf(url, versionOf(data)), data)
  return page
}

/** Returns the data that hydration needs of such a page. */
export async function renderData(c: HonoContext<AppEnv>, bundle: Bundle, url: string): Promise<ResponseContent> {
  const { page, data } = await renderUrl(c, bundle, url)
  return { ...dataContent(data, page.headers["Cache-Control"]), status: page.status }
}

export function dataContent(body: string, cacheControl = "no-store"): ResponseContent {
  return { status: 200, headers: { "Content-Type": "application/json", "Cache-Control": cacheControl }, body }
}

/** These pages contain their data, since hydration with later data that differs would replace the fields. */
const formUrls = ["/contact", "/login", "/register"]

function renderUrl(c: HonoContext<AppEnv>, bundle: Bundle, url: string) {
  const request = new Request(c.get("origin") + url, { headers: { accept: "text/html" } })
  const versioned = formUrls.includes(url) ? undefined : (data: string) => dataUrlOf(url, versionOf(data))
  return render(c, { bundle, request, context: anonymousContext(c.get("context")), dataUrlOf: versioned })
}

interface PreviewRequest {
  /** The path of the page that shows the content. */
  path: string
  context: Context
  /** The end of the private link that shows the page, ISO 8601. */
  previewUntil?: string
}

/** Renders a page without scripts. */
export async function renderPreview(
  c: HonoContext<AppEnv>,
  { renderPage }: Bundle,
  { path, context, previewUntil }: PreviewRequest,
): Promise<string> {
  const request = new Request(c.get("origin") + path, { headers: { accept: "text/html" } })
  const link = localLink<AppRouter>({
    router: appRouter,
    createContext: async () => context,
    onError: ({ error, path }) => logFailure(c, error, path),
  })
  const page = await renderPage({ request, link, origin: c.get("origin"), app: undefined, previewUntil })
  return "html" in page ? page.html : ""
}

interface RenderRequest {
  bundle: Bundle
  request: Request
  context: Context
  rejected?: RejectedForm | undefined
  receipt?: Receipt | undefined
  dataUrlOf?: ((data: string) => string) | undefined
}

interface RenderResult {
  page: ResponseContent
  /** The data as JSON, which is empty for a redirect. */
  data: string
}

async function render(
  c: HonoContext<AppEnv>,
  { bundle, request, context, rejected, receipt, dataUrlOf }: RenderRequest,
): Promise<RenderResult> {
  const { renderPage, app, isDevelopment } = bundle
  const failures: AppError[] = []
  const link = localLink<AppRouter>({
    router: appRouter,
    createContext: async () => context,
    onError: ({ error, path }) => {
      failures.push(toAppError(error))
      logFailure(c, error, path)
    },
  })
  const savesData = hasDataSaverCookie(c.req.header("Cookie"))
  const page = await renderPage({
    request,
    link,
    origin: c.get("origin"),
    app,
    rejection: rejected?.form,
    receipt,
    dataUrlOf,
    savesData,
  })
  if ("location" in page) {
    // A project may get its former URL back, so the redirect is not permanent.
    const headers = { Location: redirectLocation(page.location), "Cache-Control": "no-cache" }
    return { page: { status: page.status, headers, body: "" }, data: "" }
  }
  // The page is complete without its list; only a call that was unavailable is worth another attempt.
  const unavailable = page.status === 500 ? failures.find(({ code }) => code === "unavailable") : undefined
  const retryAfter = rejected?.retryAfter ?? unavailable?.retryAfter
  const hashes = page.inlineScripts.map(hashOf)
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": page.status === 200 && !rejected ? "no-cache" : "no-store",
    "Content-Security-Policy": isDevelopment
      ? DEVELOPMENT_POLICY
      : pagePolicy(hashes, context.emailService !== undefined),
    ...(retryAfter && { "Retry-After": String(retryAfter) }),
  }
  const status = rejected?.status ?? unavailable?.status ?? page.status
  return { page: { status, headers, body: page.html }, data: page.data }
}

/** Returns the version of a page's data, which a page and its data share. */
function versionOf(data: string): string {
  return createHash("sha256").update(data).digest("base64url").slice(0, 8)
}

/** Returns a hash in the syntax of a Content-Security-Policy. */
function hashOf(script: string): string {
  return `sha256-${createHash("sha256").update(script).digest("base64")}`
}
