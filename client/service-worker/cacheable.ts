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

/** Where the response to a GET of this path may be cached; undefined for all that is not known to be public. */
export function cacheNameOf(path: string): CacheName | undefined {
  if (path.startsWith("/assets/")) return "assets"
  if (/^\/(brand|photos|uploads)\//.test(path)) return "pictures"
  const page = path.replace(/^\/page-data(?=\/|$)/, "") || "/"
  return pages.has(page) || page.startsWith(projectUrl("")) ? "pages" : undefined
}

/** Errors, redirects, and whatever the server keeps out of caches, such as pictures of drafts, are not cached. */
export function isCacheable({ status, type, redirected, headers }: Response): boolean {
  return (
    status === 200 &&
    type === "basic" &&
    !redirected &&
    !/no-store|private/i.test(headers.get("Cache-Control") ?? "no-store")
  )
}

/** Whether the offline page may stand for this page: the administration and calls are left to the network. */
export function hasOfflinePage(path: string): boolean {
  return !/^\/(admin|api|trpc)(\/|$)/.test(path)
}
