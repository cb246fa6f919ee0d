import { createHash } from "node:crypto"

/** Hashes a random secret for storage, so that a stolen database opens nothing. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex")
}
