import { unstable_localLink as localLink } from "@trpc/client"
import type { Context as HonoContext } from "hono"
import type { AppEnv } from "#server/http/app-env.ts"
import type { ResponseContent } from "#server/http/cached-response.ts"
import { redirectLocation } from "#server/http/redirect-location.ts"
import { logFailure } from "#server/http/request-log.ts"
import { pagePolicy } from "#server/http/security-headers.ts"
import { type AppRouter, appRouter } from "#server/router.ts"
import { anonymousContext, type Context } from "#server/trpc/context.ts"
import type { Bundle } from "./bundle.ts"
import { finishDocument } from "./document.ts"
import type { Refusal } from "./forms.ts"

const OPEN_POLICY = "frame-ancestors 'none'"

/**
 * Renders the page of the request's address; with a refusal, the page that answers a form. Also for whoever has left: a
 * rendering that was given up would stand in no log.
 */
export function renderPage(c: HonoContext<AppEnv>, bundle: Bundle, refusal?: Refusal): Promise<ResponseContent> {
  const request = new Request(spelledOut(c.req.url), { headers: { accept: "text/html" } })
  return render(c, { bundle, request, context: c.get("context"), refusal })
}

/** The router of pages passes over the empty parts of a path: « //about » would be a second address of a page. */
function spelledOut(address: string): URL {
  const url = new URL(address)
  url.pathname = url.pathname.replaceAll(/\/(?=\/)/g, "/%2F")
  return url
}

/** Renders the page of that address for everybody: nothing of this request enters it but the site's own origin. */
export function renderForAll(c: HonoContext<AppEnv>, bundle: Bundle, address: string): Promise<ResponseContent> {
  const request = new Request(c.get("origin") + address, { headers: { accept: "text/html" } })
  return render(c, { bundle, request, context: anonymousContext(c.get("context")) })
}

interface Rendering {
  bundle: Bundle
  request: Request
  context: Context
  refusal?: Refusal | undefined
}

async function render(
  c: HonoContext<AppEnv>,
  { bundle, request, context, refusal }: Rendering,
): Promise<ResponseContent> {
  const link = localLink<AppRouter>({
    router: appRouter,
    createContext: async () => context,
    onError: ({ error, path }) => logFailure(c, error, path),
  })
  const page = await bundle.renderPage({ request, link, origin: c.get("origin"), rejection: refusal?.form })
  if ("location" in page)
    return { status: page.status, headers: { Location: redirectLocation(page.location) }, body: "" }
  const { document, hashes } = finishDocument(page.html, bundle, page.routeIds)
  // Vite's hot reload writes inline styles and scripts into the page.
  const policy = bundle.devTags ? OPEN_POLICY : pagePolicy(hashes, context.emailService !== undefined)
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": page.status === 200 && !refusal ? "no-cache" : "no-store",
    "Content-Security-Policy": policy,
    ...(refusal?.retryAfter && { "Retry-After": String(refusal.retryAfter) }),
  }
  return { status: refusal?.status ?? page.status, headers, body: document }
}
