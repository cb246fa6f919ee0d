import { cutText } from "./cut-text.ts"

// Search params are parsed before zod is loaded: this file must not import it.

export const PROJECT_SORTS = ["newest", "oldest", "name", "sector", "status"] as const

export type ProjectSort = (typeof PROJECT_SORTS)[number]

export const SEARCH_MAX = 200

export function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}

/** Returns the search text of a URL, where the router parses « 12 » as a number; undefined if it is empty. */
export function parseSearchText(value: unknown): string | undefined {
  const text = ["string", "number", "boolean"].includes(typeof value) ? String(value).trim() : ""
  return cutText(text, SEARCH_MAX) || undefined
}

/** Returns the value of a search param if it is one of the slugs. */
export function findSlug<Slug extends string>(slugs: Record<string, Slug>, slug: unknown): Slug | undefined {
  return Object.values(slugs).find((one) => one === slug)
}
