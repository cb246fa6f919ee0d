import { normalizeForSearch } from "./normalize-for-search.ts"

const LENGTH_MAX = 80

/** Returns the last segment of a project's URL that its name makes. */
export function slugOf(name: string): string {
  return (
    normalizeForSearch(name)
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-/, "")
      .slice(0, LENGTH_MAX)
      .replace(/-$/, "") || "projet"
  )
}
