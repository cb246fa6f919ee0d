import { createHash } from "node:crypto"
import type { ImageStore } from "./image-store.ts"

/** Returns the SHA-256 of an original in hexadecimal digits, or undefined if it is missing. */
export async function checksumImage({ originals }: ImageStore, name: string): Promise<string | undefined> {
  const image = await originals.open(name)
  if (!image) return undefined
  const hash = createHash("sha256")
  for await (const chunk of image.body) hash.update(chunk)
  return hash.digest("hex")
}

/** Whether the content is the one that was named. It is true for imported images, which no hash names. */
export function matchesName(name: string, sha256: string): boolean {
  return !/^[0-9a-f]{32}\./.test(name) || name.startsWith(sha256.slice(0, 32))
}
