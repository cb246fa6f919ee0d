import { Hono } from "hono"
import type { AppEnv } from "#server/http/app-env.ts"
import { createCachedResponse } from "#server/http/cached-response.ts"
import { readReceipt, SENT_PATH } from "./receipt-cookie.ts"
import { type Bundle, renderForRequest } from "./render.ts"

/** Serves the page that thanks for a request, with its reference for the sender. */
export function sentRequest(bundle: () => Promise<Bundle>) {
  return new Hono<AppEnv>().get(SENT_PATH, async (c) => {
    const page = await renderForRequest(c, await bundle(), { receipt: readReceipt(c) })
    const headers = { ...page.headers, "Cache-Control": "no-store" }
    return createCachedResponse({ ...page, headers }).respond(c.req.raw)
  })
}
