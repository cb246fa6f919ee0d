import { LRUCache } from "lru-cache"
import { forwardedEntry, isForwarded } from "./client-ip.ts"

/** Reads a header of a request by its name in lower case. */
type ReadHeader = (name: string) => string | undefined

/** Returns the origin of a request's URL as the client sees it, or undefined if its Host is invalid. */
export type GetOrigin = (header: ReadHeader) => string | undefined

interface Settings {
  publicUrl: string | undefined
  /** The number of trusted proxies. */
  trustProxy: number
}

/** Origins are cached, since parsing the Host for each cached response would take a measurable part of its time. */
const ORIGINS_CACHED = 50

export function originGetter({ publicUrl, trustProxy }: Settings): GetOrigin {
  const origins = new LRUCache<string, string>({ max: ORIGINS_CACHED })
  return (header) => {
    if (publicUrl) return publicUrl
    const forwarded = (name: string) => (trustProxy > 0 ? forwardedEntry(header(name), trustProxy) : undefined)
    const host = forwarded("x-forwarded-host") || header("host")
    const protocol = forwarded("x-forwarded-proto") === "https" ? "https" : "http"
    const key = `${protocol} ${host}`
    const known = origins.get(key)
    if (known) return known
    const origin = originOf(protocol, host)
    if (origin) origins.set(key, origin)
    return origin
  }
}

function originOf(protocol: string, host: string | undefined): string | undefined {
  if (!host || !/^([a-z0-9_]([a-z0-9._-]*[a-z0-9_])?\.?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host)) return
  const plain = withoutFinalDot(host.toLowerCase())
  return URL.canParse(`${protocol}://${plain}`) ? `${protocol}://${plain}` : undefined
}

/** `exemple.cd.` is the full form of the name `exemple.cd`, by RFC 1034, section 3.1. */
export function withoutFinalDot(host: string): string {
  return host.replace(/\.(?=:\d+$|$)/, "")
}

export type IsOtherHost = (headers: Readonly<Record<string, string | string[] | undefined>>) => boolean

/**
 * Tells whether a visitor typed another public name than PUBLIC_URL's. Where a proxy may have put its own name for this
 * server into Host, only a trusted X-Forwarded-Host counts, since a wrong redirect would lead there again and again.
 */
export function otherHostCheck({ publicUrl, trustProxy }: Settings): IsOtherHost {
  if (!publicUrl) return () => false
  const { host: ownHost, hostname: ownName } = new URL(publicUrl)
  return (headers) => {
    const named = headers["x-forwarded-host"]?.toString()
    // With fewer entries the outermost proxy has named none, and the first is an inner proxy's name for this server.
    const isComplete = trustProxy > 0 && (named?.split(",").length ?? 0) >= trustProxy
    const forwarded = isComplete ? forwardedEntry(named, trustProxy) : undefined
    const host = (forwarded || headers.host?.toString())?.toLowerCase()
    if (!host || host === ownHost || (!forwarded && isForwarded(headers))) return false
    const name = withoutFinalDot(host)
    return isPublicName(name) && name !== ownName
  }
}

/** These top-level names are only known within a network. */
const INTERNAL_NAMES =
  /\.(arpa|cluster|consul|corp|docker|home|internal|intranet|lan|local|localdomain|localhost|private|svc)$/

/** An address with a port is a proxy's or a developer's, and so is a name without a dot. */
function isPublicName(host: string): boolean {
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.[a-z][a-z0-9-]+$/.test(host) && !INTERNAL_NAMES.test(host)
}
