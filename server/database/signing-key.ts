import { createHmac } from "node:crypto"
import type { Database } from "./core/database.ts"

/** The name of the key that the site's first start makes. */
export const SIGNING_KEY = "signing"

/** Returns what makes signatures that only this site can make. */
export async function openSigner(db: Database): Promise<(...signed: unknown[]) => string> {
  const key = await db.selectFrom("keys").select("value").where("name", "=", SIGNING_KEY).executeTakeFirstOrThrow()
  return (...signed) => createHmac("sha256", key.value).update(JSON.stringify(signed)).digest("base64url")
}
