import { createMiddleware } from "hono/factory"
import { messages } from "#server/contract/response-messages.ts"
import { AppError } from "#server/errors.ts"
import type { AppEnv } from "./app-env.ts"

const YEAR_SECONDS = 31_536_000

/** For answers that are no pages: nothing in them may load or frame anything. */
const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'"

const PERMISSIONS = ["camera", "geolocation", "microphone"]

/** What every answer bears; a page has a policy of its own in the place of the closed one. */
export function securityHeaders(publicUrl: string | undefined): Record<string, string> {
  return {
    "Content-Security-Policy": CLOSED_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": PERMISSIONS.map((feature) => `${feature}=()`).join(", "),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(publicUrl?.startsWith("https:") && { "Strict-Transport-Security": `max-age=${YEAR_SECONDS}` }),
  }
}

export function addSecurityHeaders(always: Record<string, string>) {
  const entries = Object.entries(always)
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    const { headers } = c.res
    for (const [name, value] of entries) if (!headers.has(name)) headers.set(name, value)
  })
}

/** A page's policy: its own inline scripts by their hashes (`sha256-…`), and the e-mail service where it is used. */
export function pagePolicy(scriptHashes: readonly string[], emailService: boolean): string {
  const hashes = scriptHashes.map((hash) => ` '${hash}'`).join("")
  return [
    "default-src 'self'",
    `script-src 'self'${hashes}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${emailService ? " https://api.emailjs.com" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ")
}

/** The origin that the site answers under: the configured one, else the validated Host of the request. */
export function siteOrigin(
  publicUrl: string | undefined,
  host: string | undefined,
  protocol: string,
): string | undefined {
  if (publicUrl) return publicUrl
  if (!host || !/^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host)) return
  return URL.canParse(`${protocol}://${host}`) ? `${protocol}://${host.toLowerCase()}` : undefined
}

/** Refuses what another site's page makes a browser send; a client that is no browser bears neither header. */
export function refuseCrossSite(publicUrl: string | undefined) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!["GET", "HEAD", "OPTIONS"].includes(c.req.method)) {
      const from = c.req.header("Origin")
      const site = c.req.header("Sec-Fetch-Site")
      const own = from !== undefined && URL.canParse(from) && isOwn(new URL(from), c.get("origin"), publicUrl)
      const foreign = from === undefined ? site === "cross-site" || site === "same-site" : !own
      if (foreign) throw new AppError("forbidden", messages.crossSite)
    }
    await next()
  })
}

/** Without PUBLIC_URL the protocol is unknown behind a proxy that is not trusted: then the hosts are compared. */
function isOwn(from: URL, own: string, publicUrl: string | undefined): boolean {
  return publicUrl ? from.origin === publicUrl : from.host === new URL(own).host
}
