import type { ContactFields } from "#server/contract/messages.ts"

/**
 * One id for one content: pressed twice, or sent again after an answer got lost, it is stored once; changed words are
 * another request.
 */
export function requestIds() {
  let known: { content: string; id: string } | undefined
  return (fields: ContactFields): string => {
    const content = JSON.stringify(fields)
    if (known?.content !== content) known = { content, id: uuid() }
    return known.id
  }
}

/** RFC 9562 §5.4; crypto.randomUUID is missing where the page came over plain http. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}
