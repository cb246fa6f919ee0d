export function adminHead(title: string) {
  return { meta: [{ title: `${title} – Administration` }] }
}

/** For `validateSearch`: public pages load all route options, so that each screen parses its search params itself. */
export function unparsed<SearchParams>(params: Record<string, unknown>): SearchParams {
  return params as SearchParams
}
