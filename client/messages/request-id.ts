import type { ContactFields } from "#server/contract/messages.ts"

/** The same fields get the same id, so that a request sent twice, or again after a lost response, is stored once. */
export function requestIds() {
  let last: { content: string; id: string } | undefined
  return (fields: ContactFields): string => {
    const content = JSON.stringify(fields)
    if (last?.content !== content) last = { content, id: uuid() }
    return last.id
  }
}

/** RFC 9562 §5.4; crypto.randomUUID is missing on pages served over plain http. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}
