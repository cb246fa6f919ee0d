import { projectUrl } from "#server/contract/project-url.ts"
import { findSitePage } from "#server/contract/site-pages.ts"

/** Parts of the cache, each with its own limit. */
export type CacheName = "pages" | "pictures" | "assets"

/** Returns the cache for a GET of this path; undefined for paths that are not known to be public. */
export function cacheNameOf(path: string): CacheName | undefined {
  if (path.startsWith("/assets/")) return "assets"
  if (/^\/(brand|photos|uploads)\//.test(path)) return "pictures"
  const page = path.replace(/^\/page-data(?=\/|$)/, "") || "/"
  const found = findSitePage(page)
  return (found && found.isKeptOffline !== false) || page.startsWith(projectUrl("")) ? "pages" : undefined
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
