import ipaddr from "ipaddr.js"
import type { NetworkKind } from "#server/contract/audit.ts"

const kinds: Record<string, NetworkKind> = {
  loopback: "machine",
  private: "local",
  uniqueLocal: "local",
  linkLocal: "local",
  carrierGradeNat: "carrier",
  unicast: "internet",
}

/** Uses nothing but the IP address itself, and asks no other service about it. */
export function networkKindOf(ip: string): NetworkKind {
  return ipaddr.isValid(ip) ? (kinds[ipaddr.process(ip).range()] ?? "unknown") : "unknown"
}
