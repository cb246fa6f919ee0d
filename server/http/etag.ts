import { createHash } from "node:crypto"

/** Makes an ETag of the content alone, so that all its encodings share one. hono/etag would hash each response anew. */
export function weakEtag(content: Uint8Array): string {
  return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`
}

/** Makes an ETag for content that has no other encoding; ranges need a strong one. */
export function strongEtag(content: Uint8Array): string {
  return withoutWeakPrefix(weakEtag(content))
}

/** Whether an If-None-Match header names this ETag, by the weak comparison (RFC 9110 §13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true
  return ifNoneMatch.split(",").some((listed) => withoutWeakPrefix(listed.trim()) === withoutWeakPrefix(etag))
}

function withoutWeakPrefix(etag: string) {
  return etag.replace(/^W\//, "")
}
