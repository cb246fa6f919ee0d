import { createHmac, randomUUID, timingSafeEqual } from "node:crypto"
import type { Database } from "#server/database/core/database.ts"
import type { Context } from "#server/trpc/context.ts"
import type { AccountCredentials } from "./queries.ts"

/**
 * A browser that has signed in to an account keeps a signed cookie for it, and its failed attempts are counted
 * separately. So neither a stranger nor a neighbour behind the same carrier IP can lock the administrator out.
 */
const TRUSTED_DEVICE_SECONDS = 365 * 86_400

type SignedAccount = Pick<AccountCredentials, "id" | "passwordChangedAt">

/** Sends the cookie `device.expiry.signature`, whose signature covers the account and the date of its password. */
export async function trustDevice(
  { db, now, cookies }: Pick<Context, "db" | "now" | "cookies">,
  account: SignedAccount,
): Promise<void> {
  const device = randomUUID()
  const expiry = String(Math.floor(now().getTime() / 1000) + TRUSTED_DEVICE_SECONDS)
  const signed = `${device}.${expiry}.${await signature(db, account, device, expiry)}`
  cookies.write("known", signed, TRUSTED_DEVICE_SECONDS)
}

/** Returns the device's id if the signature is valid for the account's current password and has not expired. */
export async function verifyTrustedDevice(
  db: Database,
  account: SignedAccount,
  cookie: string,
  now: Date,
): Promise<string | undefined> {
  const [device = "", expiry = "", signed = ""] = cookie.split(".")
  const expected = Buffer.from(await signature(db, account, device, expiry))
  const actual = Buffer.from(signed)
  const isValid = actual.length === expected.length && timingSafeEqual(actual, expected)
  return isValid && Number(expiry) * 1000 > now.getTime() ? device : undefined
}

async function signature(
  db: Database,
  { id, passwordChangedAt }: SignedAccount,
  device: string,
  expiry: string,
): Promise<string> {
  const key = await db.selectFrom("keys").select("value").where("name", "=", "signing").executeTakeFirstOrThrow()
  return createHmac("sha256", key.value)
    .update(JSON.stringify([id, passwordChangedAt, device, expiry]))
    .digest("base64url")
}
