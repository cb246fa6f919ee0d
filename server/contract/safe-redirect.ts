/** Returns the path of a redirect within this site; undefined for any other target, which would be an open redirect. */
export function safeRedirect(target: unknown): string | undefined {
  if (typeof target !== "string" || !/^\/(?![/\\])/.test(target)) return undefined
  const base = "http://own.invalid"
  if (!URL.canParse(target, base)) return undefined
  const { origin, pathname, search, hash } = new URL(target, base)
  // Parsing turns « /.//elsewhere » into « //elsewhere », which browsers take for another host.
  return origin === base && !pathname.startsWith("//") ? pathname + search + hash : undefined
}
