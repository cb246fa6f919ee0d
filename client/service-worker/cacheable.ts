import { PORTFOLIO_PATH, projectUrl } from "#server/contract/portfolio-params.ts"
import { SECTOR_SLUGS, SECTORS } from "#server/contract/sectors.ts"

/** Parts of the cache, each with its own limit. */
export type CacheName = "pages" | "pictures" | "assets"

const pages = new Set([
  "/",
  ...SECTORS.map((sector) => `/${SECTOR_SLUGS[sector]}`),
  PORTFOLIO_PATH,
  "/about",
  "/contact",
])

/** Returns the cache for a GET of this path; undefined for paths that are not known to be public. */
export function cacheNameOf(path: string): CacheName | undefined {
  if (path.startsWith("/assets/")) return "assets"
  if (/^\/(brand|photos|uploads)\//.test(path)) return "pictures"
  const page = path.replace(/^\/page-data(?=\/|$)/, "") || "/"
  return pages.has(page) || page.startsWith(projectUrl("")) ? "pages" : undefined
}

/** Whether a response may be cached, unlike errors, redirects, and what the server excludes, as pictures of drafts. */
export function isCacheable({ status, type, redirected, headers }: Response): boolean {
  return (
    status === 200 &&
    type === "basic" &&
    !redirected &&
    !/no-store|private/i.test(headers.get("Cache-Control") ?? "no-store")
  )
}

/** Whether the offline page may replace this page. The administration and API calls have none. */
export function hasOfflinePage(path: string): boolean {
  return !/^\/(admin|api|trpc)(\/|$)/.test(path)
}
