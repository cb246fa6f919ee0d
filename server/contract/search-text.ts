const SEARCH_MAX = 200

/** The text of a search in an address, where the router has read one for a number as a number; no text counts as none. */
export function parseSearchText(given: unknown): string | undefined {
  const text = ["string", "number", "boolean"].includes(typeof given) ? String(given).trim() : ""
  return text.slice(0, SEARCH_MAX) || undefined
}
