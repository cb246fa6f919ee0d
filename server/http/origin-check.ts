import { createMiddleware } from "hono/factory"
import { findPrivatePath } from "#server/contract/private-paths.ts"
import { messages } from "#server/contract/response-messages.ts"
import { AppError } from "#server/errors.ts"
import { bearerToken } from "./api-token.ts"
import type { AppEnv } from "./app-env.ts"

/**
 * Rejects writes that another site's page makes a browser send; other clients send neither header. Requests with an API
 * token pass: browsers send Authorization across origins only after a CORS preflight, which this site never grants.
 */
export function rejectCrossSiteWrites(publicUrl: string | undefined) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!["GET", "HEAD", "OPTIONS"].includes(c.req.method) && bearerToken(c) === undefined) {
      const origin = c.req.header("Origin")
      const site = c.req.header("Sec-Fetch-Site")
      // Pages of private links send no referrer, so that browsers send the origin « null » with their forms. The token
      // of the link gives the right to write, and no cookie does.
      const isCrossSite =
        origin === undefined || (origin === "null" && findPrivatePath(c.req.path))
          ? site === "cross-site" || site === "same-site"
          : !isSameSite(origin, c.get("origin"), publicUrl)
      if (isCrossSite) throw new AppError("forbidden", messages.crossSite)
    }
    await next()
  })
}

/** Without PUBLIC_URL, hosts are compared: behind a proxy that is not trusted the protocol is unknown. */
function isSameSite(origin: string, ownOrigin: string, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  return publicUrl ? url.origin === publicUrl : url.host === new URL(ownOrigin).host
}
