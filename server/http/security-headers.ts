import { createMiddleware } from "hono/factory"
import type { AppEnv } from "./app-env.ts"

const YEAR_SECONDS = 31_536_000

/** Responses that are no pages may load and frame nothing. */
const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'"

const PERMISSIONS = ["camera", "geolocation", "microphone"]

/** Returns the headers of every response; a page replaces the closed policy by its own. */
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

/** Lets other sites show a public picture: partners' pages, webmail, image search. */
export const SHOWN_ELSEWHERE = { "Cross-Origin-Resource-Policy": "cross-origin" }

/**
 * Adds to the app's responses the headers that those past the app have too, such as cached ones and those to malformed
 * requests, which hono/secure-headers never sees. A page keeps its own.
 */
export function addSecurityHeaders(siteHeaders: Record<string, string>) {
  const entries = Object.entries(siteHeaders)
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    // Reading the headers of a response costs more than sending a cached one.
    if (c.get("completeResponse") === c.res) return
    const { headers } = c.res
    for (const [name, value] of entries) if (!headers.has(name)) headers.set(name, value)
  })
}

/** Returns a page's policy, which allows its own inline scripts by their hashes (`sha256-…`), and EmailJS if set up. */
export function pagePolicy(scriptHashes: readonly string[], emailService: boolean): string {
  const hashes = scriptHashes.map((hash) => ` '${hash}'`).join("")
  return [
    "default-src 'self'",
    `script-src 'self'${hashes}`,
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${emailService ? " https://api.emailjs.com" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ")
}
