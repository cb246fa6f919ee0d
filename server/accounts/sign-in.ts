import { randomUUID } from "node:crypto"
import type { Account, Credentials } from "#server/contract/accounts.ts"
import { messages } from "#server/contract/response-messages.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import type { RateLimit } from "#server/limits/rate-limits.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { verifyAttempt } from "./login-attempts.ts"
import { verifyPassword } from "./passwords.ts"
import { findCredentials, normalizeEmail } from "./queries.ts"
import { createSession, deleteSession, deleteSessions, SESSION_SECONDS } from "./sessions.ts"
import { signTrustedDevice, TRUSTED_DEVICE_SECONDS, verifyTrustedDevice } from "./trusted-device.ts"

function failures(of: string): RateLimit {
  return { action: `sign-in ${of}`, most: 10, seconds: 900 }
}

export interface SignedIn {
  account: Account
  /** Tells the client that it is logged in; it proves nothing (contract §2). */
  token: string
}

/** Always makes a new session, and ends the one that was presented. */
export async function signIn(ctx: Context, { email, password }: Credentials): Promise<SignedIn> {
  const secrets = await findCredentials(ctx.db, email)
  const knownCookie = ctx.cookies.read("known")
  const browser =
    secrets && knownCookie ? await verifyTrustedDevice(ctx.db, secrets, knownCookie, ctx.now()) : undefined
  const right = await verifyAttempt(ctx, countedBy(ctx, email, browser), () =>
    verifyPassword(password, secrets?.passwordHash),
  )
  if (!right || !secrets) throw new AppError("unauthorized", messages.invalidCredentials)
  ctx.cookies.write("session", await replaceSession(ctx, secrets.id), SESSION_SECONDS)
  if (!browser) ctx.cookies.write("known", await signTrustedDevice(ctx.db, secrets, ctx.now()), TRUSTED_DEVICE_SECONDS)
  const { id, username, email: address, role } = secrets
  return { account: { id, username, email: address, role }, token: randomUUID() }
}

function countedBy({ rateLimitKey: address }: Context, email: string, browser: string | undefined) {
  if (browser) return [{ limit: failures("of a known browser"), subject: browser }]
  return [
    { limit: failures("from an address"), subject: address },
    { limit: failures("to an e-mail"), subject: normalizeEmail(email) },
  ]
}

function replaceSession(ctx: Context, accountId: number): Promise<string> {
  const presented = ctx.cookies.read("session")
  return inTransaction(ctx.db, async (trx) => {
    if (presented) await deleteSession(trx, presented)
    return createSession(trx, accountId, ctx.userAgent)
  })
}

export async function signOut(ctx: Context): Promise<void> {
  const presented = ctx.cookies.read("session")
  if (presented) await inTransaction(ctx.db, (trx) => deleteSession(trx, presented))
  ctx.cookies.write("session", "", 0)
}

export async function endOtherSessions({ db, cookies, account }: AccountContext): Promise<void> {
  await inTransaction(db, (trx) => deleteSessions(trx, account.id, cookies.read("session")))
}
