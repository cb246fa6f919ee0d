/** An address to return to, when it is one of this site's own; anything else could lead people astray. */
export function ownAddress(address: unknown): string | undefined {
  if (typeof address !== "string" || !/^\/(?![/\\])/.test(address)) return undefined
  const base = "http://own.invalid"
  if (!URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  return url.origin === base ? url.pathname + url.search + url.hash : undefined
}
