import { createHash } from "node:crypto"

/** Of a random secret, stored in its place: a stolen copy of the database opens nothing. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex")
}
