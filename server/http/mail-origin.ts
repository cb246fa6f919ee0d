import { isLoopback } from "./client-ip.ts"

/**
 * Returns the origin of links in mails: PUBLIC_URL, or a request's own origin if that is this machine. Any other Host
 * may be forged, and would lead the recipient, with the token, to an attacker.
 */
export function mailOriginOf(origin: string, publicUrl: string | undefined): string | undefined {
  if (publicUrl) return publicUrl
  const host = new URL(origin).hostname.replace(/^\[(.*)\]$/, "$1")
  return host === "localhost" || isLoopback(host) ? origin : undefined
}
