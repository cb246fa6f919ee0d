import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

/**
 * Returns the outermost trusted proxy's entry. Each proxy appends one to its X-Forwarded-… header, so with two proxies
 * it is the last but one; a client may have invented those before it.
 */
export function forwardedEntry(header: string | undefined, proxies: number): string | undefined {
  const entries = header?.split(",").map((entry) => entry.trim()) ?? []
  return proxies > 0 ? entries.at(-Math.min(proxies, entries.length)) : undefined
}

const forwardingHeader = /^(forwarded|via|x-forwarded-?.*|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip)$/i

/** Whether a proxy, trusted or not, has sent these headers on, or a client pretends so. */
export function isForwarded(headers: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(headers).some((name) => forwardingHeader.test(name))
}

/** Returns the client's IP address, or the empty text without a socket. */
export function clientIp(socketIp: string | undefined, forwardedFor: string | undefined, proxies: number): string {
  const forwarded = withoutPort(forwardedEntry(forwardedFor, proxies) ?? "")
  const ip = isIP(forwarded) ? forwarded : (socketIp ?? "")
  return isIP(ip) ? ipaddr.process(ip).toString() : ip
}

/** Removes the port that some proxies add, and the brackets around an IPv6 address. */
function withoutPort(entry: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
}

/** Returns the key of rate limits: an IPv4 address, or the /64 network of an IPv6 address, which has one customer. */
export function rateLimitKeyOf(ip: string): string {
  if (isIP(ip) !== 6) return ip
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.replace(/%.*/, "")}/64`)}/64`
}

export function isLoopback(ip: string): boolean {
  return isIP(ip) > 0 && ipaddr.process(ip).range() === "loopback"
}
