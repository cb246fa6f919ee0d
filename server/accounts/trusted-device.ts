import { createHmac, randomUUID, timingSafeEqual } from "node:crypto"
import type { Database } from "#server/database/transaction.ts"

/**
 * A browser that has logged in to an account before bears a signed cookie for it, and failures of its own: a stranger,
 * or a neighbour behind the same carrier address, cannot lock the administrator out (contract §2).
 */
export const TRUSTED_DEVICE_SECONDS = 365 * 86_400

interface Secrets {
  id: number
  passwordChangedAt: string
}

/** `browser.expiry.signature`; the signature covers the account and the moment of its password. */
export async function signTrustedDevice(db: Database, account: Secrets, now: Date): Promise<string> {
  const browser = randomUUID()
  const expiry = String(Math.floor(now.getTime() / 1000) + TRUSTED_DEVICE_SECONDS)
  return `${browser}.${expiry}.${await signature(db, account, browser, expiry)}`
}

/** The browser's own id, when the cookie is genuine, not expired, and of this account's present password. */
export async function verifyTrustedDevice(
  db: Database,
  account: Secrets,
  cookie: string,
  now: Date,
): Promise<string | undefined> {
  const [browser = "", expiry = "", given = ""] = cookie.split(".")
  const expected = Buffer.from(await signature(db, account, browser, expiry))
  const presented = Buffer.from(given)
  const genuine = presented.length === expected.length && timingSafeEqual(presented, expected)
  return genuine && Number(expiry) * 1000 > now.getTime() ? browser : undefined
}

async function signature(
  db: Database,
  { id, passwordChangedAt }: Secrets,
  browser: string,
  expiry: string,
): Promise<string> {
  const key = await db.selectFrom("keys").select("value").where("name", "=", "signing").executeTakeFirstOrThrow()
  return createHmac("sha256", key.value)
    .update(JSON.stringify([id, passwordChangedAt, browser, expiry]))
    .digest("base64url")
}
