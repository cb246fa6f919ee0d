import { LRUCache } from "lru-cache"
import { forwardedEntry } from "./client-ip.ts"

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
  if (!host || !/^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host)) return
  return URL.canParse(`${protocol}://${host}`) ? `${protocol}://${host.toLowerCase()}` : undefined
}
