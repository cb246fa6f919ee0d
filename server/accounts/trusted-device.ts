import { randomUUID, timingSafeEqual } from "node:crypto"
import { openSigner } from "#server/database/signing-key.ts"
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
  { id, passwordChangedAt }: SignedAccount,
): Promise<void> {
  const sign = await openSigner(db)
  const device = randomUUID()
  const expiry = String(Math.floor(now().getTime() / 1000) + TRUSTED_DEVICE_SECONDS)
  const signed = `${device}.${expiry}.${sign(id, passwordChangedAt, device, expiry)}`
  cookies.write("known", signed, TRUSTED_DEVICE_SECONDS)
}

/** Returns the device's id if its signature is valid for the account's current password and has not expired. */
export async function findTrustedDevice(
  { db, now, cookies }: Pick<Context, "db" | "now" | "cookies">,
  { id, passwordChangedAt }: SignedAccount,
): Promise<string | undefined> {
  const cookie = cookies.read("known")
  if (!cookie) return undefined
  const [device = "", expiry = "", signed = ""] = cookie.split(".")
  const sign = await openSigner(db)
  const expected = Buffer.from(sign(id, passwordChangedAt, device, expiry))
  const actual = Buffer.from(signed)
  const isValid = actual.length === expected.length && timingSafeEqual(actual, expected)
  return isValid && Number(expiry) * 1000 > now().getTime() ? device : undefined
}
