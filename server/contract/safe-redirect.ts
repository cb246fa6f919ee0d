/** Returns the path of a redirect within this site; undefined for any other target, which would be an open redirect. */
export function safeRedirect(target: unknown): string | undefined {
  if (typeof target !== "string" || !/^\/(?![/\\])/.test(target)) return undefined
  const base = "http://own.invalid"
  const { origin, pathname, search, hash } = parseUrl(target, base) ?? {}
  // Parsing turns « /.//elsewhere » into « //elsewhere », which browsers take for another host.
  return origin === base && !pathname?.startsWith("//") ? `${pathname}${search}${hash}` : undefined
}

function parseUrl(target: string, base: string): URL | undefined {
  try {
    return new URL(target, base)
  } catch {
    return undefined
  }
}
