import type { LookupAddress } from "node:dns"
import { lookup } from "node:dns/promises"
import { request } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import ipaddr from "ipaddr.js"
import type { VapidKeys } from "./vapid-keys.ts"

interface PushTarget {
  endpoint: string
  publicKey: string
  authSecret: string
}

export interface PushPost {
  target: PushTarget
  payload: string
  keys: VapidKeys
  /** Where the operators of a push service reach the site's: a mailto: or https: URL. */
  subject: string
}

/** Returns the HTTP status of the push service's answer, and rejects without one. */
export type PostPush = (post: PushPost) => Promise<number>

const TIMEOUT_MS = 10_000

/** A push service holds a message back for this long while the device is off; later it would be no news. */
const TTL_SECONDS = 12 * 3600

/** Whether a URL that a browser sends may be that of a push service: those have names of their own in the public net. */
export function isPushEndpoint(endpoint: string): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return false
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1")
  return isIP(host) === 0 && host.includes(".") && !/(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(host)
}

/** Posts to push services at public addresses alone, so that nobody reaches this network by an endpoint. */
export const postPush: PostPush = createPost({ allows: isPublic })

interface Network {
  allows: (address: string) => boolean
  /** The certificate authority and the port of a push service that a test starts. */
  ca?: string
  port?: number
}

/** Redirects are not followed, which could lead anywhere. */
export function createPost({ allows, ca, port }: Network): PostPush {
  const findAllowed: LookupFunction = (hostname, options, found) => {
    resolveAllowed(hostname, allows).then(
      (addresses) => {
        const [first = { address: "", family: 0 }] = addresses
        if (options.all) found(null, addresses)
        else found(null, first.address, first.family)
      },
      (error) => found(error, ""),
    )
  }
  return async ({ target, payload, keys, subject }) => {
    // Only sites that push load it, to save memory.
    const { encrypt, getVapidHeaders } = (await import("web-push")).default
    const { cipherText } = encrypt(target.publicKey, target.authSecret, payload, "aes128gcm")
    const { origin } = new URL(target.endpoint)
    const { Authorization } = getVapidHeaders(origin, subject, keys.publicKey, keys.privateKey, "aes128gcm")
    const headers = {
      Authorization,
      TTL: TTL_SECONDS,
      Urgency: "high",
      "Content-Encoding": "aes128gcm",
      "Content-Type": "application/octet-stream",
      "Content-Length": cipherText.length,
    }
    return new Promise<number>((resolve, reject) => {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const call = request(target.endpoint, { method: "POST", headers, lookup: findAllowed, signal, ca, port })
      call.on("response", (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      call.on("error", reject)
      call.end(cipherText)
    })
  }
}

async function resolveAllowed(hostname: string, allows: Network["allows"]): Promise<LookupAddress[]> {
  const addresses = await lookup(hostname, { all: true })
  const allowed = addresses.filter(({ address }) => allows(address))
  if (allowed.length === 0) throw new Error("private address")
  return allowed
}

export function isPublic(address: string): boolean {
  return isIP(address) > 0 && ipaddr.process(address).range() === "unicast"
}
