import { createMiddleware } from "hono/factory"
import { findPrivatePath } from "#server/contract/private-paths.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"
import { bearerToken } from "./api-token.ts"
import type { AppEnv } from "./app-env.ts"
import { withoutFinalDot } from "./site-origin.ts"

/**
 * hono/csrf lets JSON pass. This rejects all writes that another site's page makes a browser send; other clients send
 * neither header. Requests with an API token pass, since browsers send Authorization to other origins only after a CORS
 * preflight, which fails here.
 */
export function rejectCrossSiteWrites(publicUrl: string | undefined) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!["GET", "HEAD", "OPTIONS"].includes(c.req.method) && bearerToken(c) === undefined) {
      const origin = c.req.header("Origin")
      const site = c.req.header("Sec-Fetch-Site")
      // Pages of private links send no referrer, so forms have the origin « null ». Sec-Fetch-Site cannot be forged; in
      // older browsers, which lack it, the token in the path, and no cookie, gives the right to write.
      const isOwnNull = origin === "null" && (site === "same-origin" || findPrivatePath(c.req.path))
      const isCrossSite =
        origin === undefined || isOwnNull
          ? site === "cross-site" || site === "same-site"
          : !isSameSite(origin, c.get("origin"), publicUrl)
      if (isCrossSite) throw new AppError("forbidden", responseTexts.crossSite)
    }
    await next()
  })
}

/** Without PUBLIC_URL it compares hosts, since the protocol is unknown behind a proxy that is not trusted. */
function isSameSite(origin: string, ownOrigin: string, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  const host = withoutFinalDot(url.host)
  return publicUrl ? `${url.protocol}//${host}` === publicUrl : host === new URL(ownOrigin).host
}
