import type { Context } from "hono"
import { matchedRoutes } from "hono/route"
import { PORTFOLIO_PATH } from "#server/contract/project-url.ts"
import { findSitePage } from "#server/contract/site-pages.ts"

/** Prefixes of addresses that no pattern of Hono names. */
const PREFIXES = ["/assets/", "/photos/", "/uploads/", "/page-data/", "/trpc/", "/admin/", "/api/"]

/** Returns the pattern that a request's path fits, of which there are few, whatever paths clients invent. */
export function routeOf(c: Context): string {
  const named = matchedRoutes(c).findLast(({ path }) => !path.endsWith("*"))
  return named?.path ?? routeOfPage(c.req.path)
}

/** Returns the pattern of a page, which only the client's router knows, or of a file. */
function routeOfPage(path: string): string {
  if (findSitePage(path)) return path
  if (path.startsWith(`${PORTFOLIO_PATH}/`)) return `${PORTFOLIO_PATH}/:slug`
  const prefix = PREFIXES.find((prefix) => path.startsWith(prefix))
  return prefix ? `${prefix}*` : "other"
}
