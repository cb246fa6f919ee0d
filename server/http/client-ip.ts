import { isIP, isIPv6 } from "node:net"

/**
 * What the outermost trusted proxy says. Each one appended an entry to its X-Forwarded-… header, so that entry stands
 * as many places from the end as there are proxies; what comes before it is the visitor's own invention.
 */
export function forwardedEntry(header: string | undefined, proxies: number): string | undefined {
  const entries = header?.split(",").map((entry) => entry.trim()) ?? []
  return proxies > 0 ? entries.at(-Math.min(proxies, entries.length)) : undefined
}

/** The address of whoever asks. */
export function clientIp(socketAddress: string | undefined, forwardedFor: string | undefined, proxies: number): string {
  const claimed = withoutPort(forwardedEntry(forwardedFor, proxies) ?? "")
  const address = isIP(claimed) ? claimed : (socketAddress ?? "")
  return address.replace(/^::ffff:(?=\d+\.)/i, "")
}

/** Some proxies add the port, and put brackets around IPv6. */
function withoutPort(entry: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
}

/** What limits count by: an IPv4 address, or the /64 that one IPv6 customer has as a whole. */
export function rateLimitKeyOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = "", tail] = address.toLowerCase().split("%")[0]?.split("::") ?? []
  const groups = head === "" ? [] : head.split(":")
  const after = tail ? tail.split(":") : []
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length
  const full = [...groups, ...Array<string>(Math.max(zeros, 0)).fill("0"), ...after]
  return `${full
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`
}
