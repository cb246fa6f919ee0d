/** How a text may travel. */
export type Encoding = "br" | "gzip" | "identity"

/** Browsers send a handful of spellings; whoever invents further ones has them read each time. */
const KNOWN_SPELLINGS = 50
const known = new Map<string, Encoding>()

/** The form of a text that a client reads best, by its Accept-Encoding (RFC 9110 §12.5.3): at equal wishes the smallest. */
export function preferredEncoding(accepted: string | null | undefined): Encoding {
  if (!accepted) return "identity"
  const chosen = known.get(accepted) ?? choose(accepted)
  if (known.size < KNOWN_SPELLINGS) known.set(accepted, chosen)
  return chosen
}

function choose(accepted: string): Encoding {
  const wishes = new Map(accepted.toLowerCase().split(",").map(readWish))
  const any = wishes.get("*") ?? 0
  const br = wishes.get("br") ?? any
  const gzip = wishes.get("gzip") ?? wishes.get("x-gzip") ?? any
  // Who says nothing of the plain form reads it, and would rather have a smaller one.
  const identity = wishes.get("identity") ?? 0
  const best = Math.max(br, gzip, identity)
  if (best === 0) return "identity"
  return best === br ? "br" : best === gzip ? "gzip" : "identity"
}

function readWish(part: string): [name: string, quality: number] {
  const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim())
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2)
  return [name, quality === undefined ? 1 : Number(quality) || 0]
}

/** Whether the client holds this very answer, by its If-None-Match (RFC 9110 §13.1.2, the weak comparison). */
export function isHeld(condition: string | null | undefined, etag: string): boolean {
  if (condition === null || condition === undefined) return false
  if (condition === etag || condition.trim() === "*") return true
  return condition.split(",").some((held) => withoutMark(held.trim()) === withoutMark(etag))
}

function withoutMark(etag: string) {
  return etag.startsWith("W/") ? etag.slice(2) : etag
}
