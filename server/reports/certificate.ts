import { once } from "node:events"
import { isIP } from "node:net"
import { connect } from "node:tls"
import { DAY_MS } from "#server/contract/durations.ts"

/** A certificate that browsers refuse, or that ends soon. */
export type CertificateFault = { refused: string } | { endsAt: string }

/** Renewals begin a month before the end, so that by then two weeks of them have failed. */
export const CERTIFICATE_DAYS_MIN = 14

const TIMEOUT_MS = 10_000

interface Asked {
  origin: string
  now: Date
  /** The authorities to trust in place of the usual ones, as PEM. */
  ca?: string
}

/** Looks at the certificate of the site's own address. */
export async function findCertificateFault({
  origin,
  now,
  ca,
}: Asked): Promise<CertificateFault | "unreached" | undefined> {
  const { protocol, hostname, port } = new URL(origin)
  if (protocol !== "https:") return undefined
  const host = hostname.replace(/^\[|\]$/g, "")
  const servername = isIP(host) ? {} : { servername: host }
  // A refused certificate is what this looks for; nothing is sent.
  const options = { host, port: Number(port || 443), rejectUnauthorized: false, ...servername, ...(ca && { ca }) }
  const socket = connect(options)
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!socket.authorized) return { refused: codeOf(socket.authorizationError) }
    const endsAt = new Date(socket.getPeerCertificate().valid_to)
    const isSoon = endsAt.getTime() - now.getTime() < CERTIFICATE_DAYS_MIN * DAY_MS
    return isSoon ? { endsAt: endsAt.toISOString() } : undefined
  } catch {
    return "unreached"
  } finally {
    socket.destroy()
  }
}

/** Node's types have an error there, and Node has its code. */
function codeOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
