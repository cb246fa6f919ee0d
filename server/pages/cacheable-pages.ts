import type { Context as HonoContext } from "hono"
import { portfolioAddress, portfolioUrl } from "#server/contract/portfolio-params.ts"
import { isProjectSlug, PORTFOLIO_PATH, projectUrl } from "#server/contract/project-url.ts"
import { findSitePage } from "#server/contract/site-pages.ts"

/**
 * Returns the URL of a cacheable page without origin and without query parameters that no page reads. Returns undefined
 * for other pages, and for page numbers that differ from the site's links, which redirect.
 */
export function findCacheableUrl(c: HonoContext, path = c.req.path): string | undefined {
  if (path === PORTFOLIO_PATH) return findPortfolioUrl(new URL(c.req.url).searchParams)
  if (path.startsWith(projectUrl(""))) return isProjectSlug(path.slice(projectUrl("").length)) ? path : undefined
  const page = findSitePage(path)
  if (!page || page.isCached === false) return undefined
  const given = (page.parameters ?? []).filter((name) => c.req.query(name) !== undefined)
  if (given.length === 0) return path
  const numbers = c.req.queries("page") ?? []
  const isCanonical = given[0] === "page" && numbers.length === 1 && /^([2-9]|[1-9]\d{1,4})$/.test(numbers[0] ?? "")
  return isCanonical ? `${path}?page=${numbers[0]}` : undefined
}

const portfolioParams = Object.keys(portfolioAddress.parse({}))

/** Returns undefined for a search, and if the parameters have another order or form than in the site's links. */
function findPortfolioUrl(params: URLSearchParams): string | undefined {
  const given = [...params].filter(([name]) => portfolioParams.includes(name))
  // Searches have as many URLs as there are words.
  if (given.some(([name]) => name === "q")) return undefined
  const url = portfolioUrl(portfolioAddress.parseTexts(Object.fromEntries(given)))
  const isCanonical = url === [PORTFOLIO_PATH, given.map((pair) => pair.join("=")).join("&")].filter(Boolean).join("?")
  return isCanonical ? url : undefined
}
