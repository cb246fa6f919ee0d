import type { Context as HonoContext } from "hono"
import {
  isProjectSlug,
  PORTFOLIO_PATH,
  parsePortfolioParams,
  portfolioUrl,
  projectUrl,
} from "#server/contract/portfolio-params.ts"
import { SECTOR_SLUGS, SECTORS } from "#server/contract/sectors.ts"

/** The paths of lists, which are divided into pages: `?page=2`. */
const listPaths: ReadonlySet<string> = new Set(SECTORS.map((sector) => `/${SECTOR_SLUGS[sector]}`))

/** The other paths whose pages are the same for everybody, with the query parameters that change them. */
const otherPaths: ReadonlyMap<string, readonly string[]> = new Map([
  ["/", []],
  ["/about", []],
  ["/contact", ["projet"]],
  ["/register", []],
  ["/login", ["redirect", "inscrit", "reinitialise", "cookies"]],
])

/**
 * Returns the URL of a cacheable page without origin and without query parameters that no page reads. Returns undefined
 * for other pages, and for page numbers that differ from the site's links, which redirect.
 */
export function findCacheableUrl(c: HonoContext, path = c.req.path): string | undefined {
  if (listPaths.has(path)) {
    const numbers = c.req.queries("page")
    if (!numbers) return path
    const isCanonical = numbers.length === 1 && /^([2-9]|[1-9]\d{1,4})$/.test(numbers[0] ?? "")
    return isCanonical ? `${path}?page=${numbers[0]}` : undefined
  }
  if (path === PORTFOLIO_PATH) return findPortfolioUrl(new URL(c.req.url).searchParams)
  if (path.startsWith(projectUrl(""))) return isProjectSlug(path.slice(projectUrl("").length)) ? path : undefined
  return otherPaths.get(path)?.every((name) => c.req.query(name) === undefined) ? path : undefined
}

const portfolioParams = Object.keys(parsePortfolioParams({}))

/** Returns undefined if the parameters have another order or form than in the site's links. */
function findPortfolioUrl(params: URLSearchParams): string | undefined {
  const given = [...params].filter(([name]) => portfolioParams.includes(name))
  const parsed = given.map(([name, value]) => [name, /^\d{1,6}$/.test(value) ? Number(value) : value])
  const url = portfolioUrl(parsePortfolioParams(Object.fromEntries(parsed)))
  const isCanonical = url === [PORTFOLIO_PATH, given.map((pair) => pair.join("=")).join("&")].filter(Boolean).join("?")
  return isCanonical ? url : undefined
}
