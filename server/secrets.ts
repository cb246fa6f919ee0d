import { createHash, randomBytes } from "node:crypto"

/** Returns a text for URLs that nobody guesses, even with few bytes. */
export function createSecret(bytes = 32): string {
  return randomBytes(bytes).toString("base64url")
}

/** Hashes a random secret for storage, so that a stolen database opens nothing. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex")
}
