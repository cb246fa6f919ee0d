import type { Context as HonoContext } from "hono"
import { SECTOR_SLUGS, SECTORS } from "#server/contract/sectors.ts"
import type { AppEnv } from "#server/http/app-env.ts"

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

/** As many addresses of the site as may each have pages of their own: whoever invents one drives out the oldest. */
const ORIGINS = 4

/** Names of kept pages: a page says its own address, so that each origin has its own. */
export function pageNames() {
  const origins: string[] = []
  return (c: HonoContext<AppEnv>, address: string): string => {
    const origin = c.get("origin")
    if (!origins.includes(origin)) {
      origins.push(origin)
      if (origins.length > ORIGINS) c.get("kept").drop(`${origins.shift()} `)
    }
    return `${origin} ${address}`
  }
}
