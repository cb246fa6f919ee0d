import { randomUUID } from "node:crypto"
import type { Account, Credentials } from "#server/contract/accounts.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { hasRight } from "#server/contract/rights.ts"
import { EMAIL_MAX } from "#server/contract/storable-text.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { notifyOwner } from "#server/jobs/notify-owner.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { type RateLimit, resetRateLimit } from "#server/trpc/rate-limits.ts"
import { recordSession } from "./audit-own-actions.ts"
import { verifyPassword } from "./passwords.ts"
import { findCredentials, isActive, normalizeEmail } from "./queries.ts"
import { createSession, deleteSessions, endCurrentSession, sendSession } from "./sessions.ts"
import { type LimitedSubject, verifyAttempt } from "./sign-in-attempts.ts"
import { findTrustedDevice, trustDevice } from "./trusted-device.ts"

export interface SignInResult {
  account: Account
  /** Tells the client that it is signed in; it authenticates nothing. */
  token: string
  /** The path to go to if no other was asked for. */
  home: "/admin/dashboard" | "/"
}

export async function signIn(ctx: Context, { email, password }: Credentials): Promise<SignInResult> {
  const found = await findCredentials(ctx.db, email)
  const device = found && (await findTrustedDevice(ctx, found))
  const limited = limitedSubjects(ctx, email, device)
  const attempt = { name: "sign-in", accountId: found?.id, email: found ? undefined : email } as const
  const isCorrect = await verifyAttempt(ctx, attempt, limited, () => verifyPassword(password, found?.passwordHash))
  if (!isCorrect || !found) throw new AppError("unauthorized", responseTexts.invalidCredentials)
  const { passwordHash, passwordChangedAt, ...account } = found
  const result = await beginSession(ctx, async (trx) => {
    if (!(await isActive(trx, found))) throw new AppError("unauthorized", responseTexts.invalidCredentials)
    await recordSession(trx, { ...ctx, account }, "sign in")
    if (!device) await notifyOwner(trx, ctx, { accountId: account.id, kind: "new-device" })
    return account
  })
  if (!device) await trustDevice(ctx, found)
  return result
}

/** Signs in to the account that `authenticate` returns: always in a new session, which ends the current one. */
export async function beginSession(
  ctx: Context,
  authenticate: (trx: Transaction) => Promise<Account>,
  given: { secondFactorAt?: string; enrolmentUntil?: string } = {},
): Promise<SignInResult> {
  const { account, session } = await inTransaction(ctx.db, async (trx) => {
    const account = await authenticate(trx)
    await endCurrentSession(trx, ctx)
    return { account, session: await createSession(trx, account.id, { ...ctx, ...given }) }
  })
  sendSession(ctx, session)
  ctx.outbox?.wake()
  const home = hasRight(account.role, "office.open") ? "/admin/dashboard" : "/"
  return { account, token: randomUUID(), home }
}

/** Counts the failures of a trusted device separately. */
function limitedSubjects({ rateLimitKey }: Context, email: string, device: string | undefined) {
  if (device) return [{ limit: failuresBy("trusted device"), subject: device }]
  return [{ limit: failuresBy("client"), subject: rateLimitKey }, failuresByEmail(email)]
}

/** Longer texts are no e-mail address, and PostgreSQL could not index them. */
function failuresByEmail(email: string): LimitedSubject {
  return { limit: failuresBy("e-mail"), subject: normalizeEmail(email).slice(0, EMAIL_MAX) }
}

/** Lets the holder of a new password sign in, although failures with the former one have locked the e-mail. */
export async function forgetFailures(trx: Transaction, email: string): Promise<void> {
  const { limit, subject } = failuresByEmail(email)
  await resetRateLimit(trx, limit, subject)
}

function failuresBy(subject: string): RateLimit {
  return { action: `sign-in by ${subject}`, maxEvents: 10, windowSeconds: 900 }
}

export async function signOut(ctx: Context): Promise<void> {
  try {
    const account = await ctx.currentAccount()
    if (!ctx.cookies.read("session")) return
    await inTransaction(ctx.db, async (trx) => {
      await endCurrentSession(trx, ctx)
      if (account) await recordSession(trx, { ...ctx, account }, "sign out")
    })
  } finally {
    // The browser is signed out even if the database does not answer.
    ctx.cookies.write("session", "", 0)
  }
}

export async function endOtherSessions(ctx: AccountContext): Promise<void> {
  const { db, cookies, account } = ctx
  await inTransaction(db, async (trx) => {
    await deleteSessions(trx, account.id, cookies.read("session"))
    await recordSession(trx, ctx, "end sessions")
  })
}
