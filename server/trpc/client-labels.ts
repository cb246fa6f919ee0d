import { isIP } from "node:net"
import bowser from "bowser"
import ipaddr from "ipaddr.js"
import { sessionLabels as labels } from "#server/contract/sessions.ts"

/** bowser takes names of other browsers, unlike those of systems, from the user agent, which may say anything. */
const BROWSERS = [...Object.values(bowser.BROWSER_MAP), "Miui", "Opera Touch"]

/** Returns « Chrome sur Android » of a user agent, in words of which none are its own. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return labels.unknownDevice
  const { browser, os, platform } = bowser.parse(userAgent)
  const system = platform.type === "tablet" && os.name === "iOS" ? "iPad" : systemName(os.name)
  const name = browserName(browser.name)
  return system ? labels.device(name ?? labels.unknownBrowser, system) : (name ?? labels.unknownDevice)
}

function systemName(name: string | undefined): string | undefined {
  return name === "iOS" ? "iPhone" : name === "macOS" ? "Mac" : name
}

function browserName(name: string | undefined): string | undefined {
  return BROWSERS.find((one) => one === name)?.replace(/^Microsoft | for Android$/g, "")
}

/** Describes what an IP address tells of its network. */
export function describePlace(text: string | null): string {
  if (!text || !isIP(text)) return labels.unknownPlace
  const ip = ipaddr.process(text)
  switch (ip.range()) {
    case "loopback":
      return labels.thisComputer
    case "private":
    case "linkLocal":
    case "uniqueLocal":
      return labels.localNetwork
    case "carrierGradeNat":
      return labels.sharedAddress
    default:
      return shorten(ip)
  }
}

/** Returns the part that belongs to the network rather than to one customer. */
function shorten(ip: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (ip instanceof ipaddr.IPv4) return `IPv4 ${ip.octets.slice(0, 2).join(".")}.x.x`
  const [first = 0, second = 0] = ip.parts
  return `IPv6 ${first.toString(16)}:${second.toString(16)}:…`
}
