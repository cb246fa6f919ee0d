import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

/**
 * The entry of the outermost trusted proxy. Each proxy appends one to its X-Forwarded-… header: with two proxies it is
 * the second from the end. The client may have invented those before it.
 */
export function forwardedEntry(header: string | undefined, proxies: number): string | undefined {
  const entries = header?.split(",").map((entry) => entry.trim()) ?? []
  return proxies > 0 ? entries.at(-Math.min(proxies, entries.length)) : undefined
}

/** Empty without a socket. */
export function clientIp(socketIp: string | undefined, forwardedFor: string | undefined, proxies: number): string {
  const forwarded = withoutPort(forwardedEntry(forwardedFor, proxies) ?? "")
  const ip = isIP(forwarded) ? forwarded : (socketIp ?? "")
  return isIP(ip) ? ipaddr.process(ip).toString() : ip
}

/** Some proxies add the port, and put brackets around IPv6. */
function withoutPort(entry: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
}

/** What rate limits count by: an IPv4 address, or the IPv6 /64 network, which belongs to one customer as a whole. */
export function rateLimitKeyOf(ip: string): string {
  if (isIP(ip) !== 6) return ip
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.replace(/%.*/, "")}/64`)}/64`
}

export function isLoopback(ip: string): boolean {
  return isIP(ip) > 0 && ipaddr.process(ip).range() === "loopback"
}
