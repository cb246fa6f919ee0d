/** Creates a UUID (RFC 9562 §5.4), since crypto.randomUUID is missing on pages served over plain http. */
export function createUuid(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"))
  return bytes.join("").replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5")
}
