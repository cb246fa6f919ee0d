import type { Context as HonoContext } from "hono"
import { SECTOR_SLUGS, SECTORS } from "#server/contract/sectors.ts"

/** Pages that come in parts, by `?page=`. */
const listPaths: ReadonlySet<string> = new Set(SECTORS.map((sector) => `/${SECTOR_SLUGS[sector]}`))

/** The other pages that are the same to everybody, each with the words of its query that it reads. */
const otherPaths: ReadonlyMap<string, readonly string[]> = new Map([
  ["/", []],
  ["/about", []],
  ["/contact", []],
  ["/contact/merci", []],
  ["/register", []],
  ["/login", ["redirect", "inscrit"]],
])

/**
 * The address of the page that an address shows: its path and the number of its part, without whatever else the query
 * holds. Undefined for a page that is made for one request alone, and for a number that is written in another way than
 * the site's own links do: that one leads elsewhere.
 */
export function pageAddress(c: HonoContext): string | undefined {
  const { path } = c.req
  if (listPaths.has(path)) {
    const parts = c.req.queries("page")
    if (!parts) return path
    return parts.length === 1 && /^([2-9]|[1-9]\d{1,4})$/.test(parts[0] ?? "") ? `${path}?page=${parts[0]}` : undefined
  }
  return otherPaths.get(path)?.every((word) => c.req.query(word) === undefined) ? path : undefined
}
