import { isIP } from "node:net"
import bowser from "bowser"
import ipaddr from "ipaddr.js"
import { sessionWords as words } from "#server/contract/sessions.ts"

/** « Chrome sur Android », of a user agent, which can claim anything. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return words.unknownDevice
  const { browser, os, platform } = bowser.parse(userAgent)
  const system = platform.type === "tablet" && os.name === "iOS" ? "iPad" : systemName(os.name)
  if (!system) return browser.name && isBrowser(userAgent) ? browser.name : words.unknownDevice
  return words.device(browserName(browser.name) ?? words.unknownBrowser, system)
}

/** Programs give the name of their library where browsers have « Mozilla ». */
function isBrowser(userAgent: string): boolean {
  return userAgent.startsWith("Mozilla/")
}

function systemName(name: string | undefined): string | undefined {
  return name === "iOS" ? "iPhone" : name === "macOS" ? "Mac" : name
}

function browserName(name: string | undefined): string | undefined {
  return name?.replace(/^Microsoft | for Android$/g, "")
}

/** What an address itself says of where it is. */
export function describePlace(ip: string | null): string {
  if (!ip || !isIP(ip)) return words.unknownPlace
  const address = ipaddr.process(ip)
  switch (address.range()) {
    case "loopback":
      return words.thisComputer
    case "private":
    case "linkLocal":
    case "uniqueLocal":
      return words.localNetwork
    case "carrierGradeNat":
      return words.sharedAddress
    default:
      return shorten(address)
  }
}

/** The part that belongs to the network, not to one customer. */
function shorten(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address instanceof ipaddr.IPv4) return `IPv4 ${address.octets.slice(0, 2).join(".")}.x.x`
  const [first = 0, second = 0] = address.parts
  return `IPv6 ${first.toString(16)}:${second.toString(16)}:…`
}
