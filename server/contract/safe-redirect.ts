/** An address to go on to, when it is one of this site's own; anything else could lead people astray. */
export function safeRedirect(address: unknown): string | undefined {
  if (typeof address !== "string" || !/^\/(?![/\\])/.test(address)) return undefined
  const base = "http://own.invalid"
  if (!URL.canParse(address, base)) return undefined
  const { origin, pathname, search, hash } = new URL(address, base)
  // « /.//elsewhere » has become « //elsewhere » by now, which a browser takes for another site.
  return origin === base && !pathname.startsWith("//") ? pathname + search + hash : undefined
}
