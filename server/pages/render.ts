import { unstable_localLink as localLink } from "@trpc/client"
import type { Context as HonoContext } from "hono"
import { pagePolicy } from "#server/headers.ts"
import { logFailure } from "#server/requests.ts"
import { type AppRouter, appRouter } from "#server/router.ts"
import type { AppEnv } from "#server/trpc.ts"
import type { Bundle } from "./bundle.ts"
import { compressed } from "./compress.ts"
import { finishDocument } from "./document.ts"
import type { Refusal } from "./forms.ts"

const OPEN_POLICY = "frame-ancestors 'none'"

/** Renders the page of the request's address; with a refusal, the page that answers a form. */
export async function renderPage(c: HonoContext<AppEnv>, bundle: Bundle, refusal?: Refusal): Promise<Response> {
  const context = c.get("context")
  const link = localLink<AppRouter>({
    router: appRouter,
    createContext: async () => context,
    onError: ({ error, path }) => logFailure(c, error, path),
  })
  const request = new Request(c.req.url, { headers: { accept: "text/html" }, signal: c.req.raw.signal })
  const page = await bundle.renderPage({ request, link, origin: c.get("origin"), refusal: refusal?.form })
  if (page.status >= 300 && page.status < 400) return page
  const { document, hashes } = finishDocument(await page.text(), bundle)
  const headers = new Headers({
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": page.status === 200 && !refusal ? "no-cache" : "no-store",
  })
  if (refusal?.retryAfter) headers.set("Retry-After", String(refusal.retryAfter))
  // Vite's hot reload writes inline styles and scripts into the page.
  const policy = bundle.devTags ? OPEN_POLICY : pagePolicy(hashes, context.emailService !== undefined)
  headers.set("Content-Security-Policy", policy)
  return compressed(c, document, { status: refusal?.status ?? page.status, headers })
}
