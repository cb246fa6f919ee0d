export function adminHead(title: string) {
  return { meta: [{ title: `${title} – Administration` }] }
}

/** Leaves parsing to the screen, since every public page loads the `validateSearch` of all routes. */
export function unparsed<SearchParams>(params: Record<string, unknown>): SearchParams {
  return params as SearchParams
}
