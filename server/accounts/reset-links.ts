import { type Actor, actorOf, recordAction, recordAudit } from "#server/audit/audit-log.ts"
import type { PasswordReset, ResetRequest } from "#server/contract/accounts.ts"
import { messages } from "#server/contract/response-messages.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { consumeRateLimit, type RateLimit } from "#server/limits/rate-limits.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { createAccountLink, findAccountLink, linkGone, openAccountLink, redeemAccountLink } from "./account-links.ts"
import { enqueueRequestedMail } from "./account-mails.ts"
import { replacePassword } from "./commands.ts"
import { rejectCommonPassword } from "./common-passwords.ts"
import { hashPassword } from "./passwords.ts"
import { forgetFailures } from "./sign-in.ts"

const requests: RateLimit = { action: "password reset", maxEvents: 10, windowSeconds: 3600 }

/** Does the same whether the account exists or not, which only the delivery of the mail finds out. */
export async function requestReset(ctx: Context, { email }: ResetRequest): Promise<void> {
  const { db, mailOrigin, rateLimits, rateLimitKey, now } = ctx
  if (!mailOrigin) throw new AppError("forbidden", messages.resetByAdministrator)
  await inTransaction(db, async (trx) => {
    if (rateLimits) await consumeRateLimit(trx, requests, rateLimitKey, now())
    await enqueueRequestedMail(trx, ctx, { kind: "reset", recipient: email, origin: mailOrigin })
  })
  ctx.outbox?.wake()
}

export interface NewResetLink {
  token: string
  expiresAt: string
}

/** Returns the link to an administrator, who passes it on. */
export async function createResetLink(ctx: AccountContext, id: number): Promise<NewResetLink> {
  return inTransaction(ctx.db, (trx) => insertResetLink(trx, id, actorOf(ctx), ctx.now()))
}

export async function insertResetLink(trx: Transaction, id: number, actor: Actor, now: Date): Promise<NewResetLink> {
  const account = await findActiveAccount(trx, id)
  if (!account) throw new AppError("not_found", messages.accountNotFound)
  const link = { kind: "reset", accountId: id, createdBy: actor.accountId } as const
  const { token, expiresAt } = await createAccountLink(trx, link, now)
  const subject = { subject: "account", subjectId: id, subjectName: account.username } as const
  await recordAudit(trx, { ...actor, ...subject, action: "create reset link" }, now)
  return { token, expiresAt }
}

/** Returns the e-mail address of the account whose password the link resets, to the holder of the link only. */
export function findReset(ctx: Context, token: string): Promise<{ email: string }> {
  return openAccountLink(ctx, async () => {
    const { email } = await getLinkedAccount(ctx, token)
    return { email }
  })
}

/** Ends all sessions, and no longer trusts any device. Signs nobody in, since second factors are still required. */
export async function resetPassword(ctx: Context, { token, password }: PasswordReset): Promise<void> {
  const account = await openAccountLink(ctx, () => getLinkedAccount(ctx, token))
  await rejectCommonPassword(password)
  const { id } = account
  const passwordHash = await hashPassword(password)
  await inTransaction(ctx.db, async (trx) => {
    const link = await redeemAccountLink(trx, "reset", token, ctx.now())
    if (!link) throw linkGone()
    await replacePassword(trx, { id, passwordHash }, ctx.now())
    await forgetFailures(trx, account.email)
    const subject = { subject: "account", subjectId: id, subjectName: account.username } as const
    await recordAction(trx, { ...ctx, account }, { ...subject, action: "reset password" })
  })
}

async function getLinkedAccount({ db, now }: Context, token: string) {
  const link = await findAccountLink(db, "reset", token, now())
  const account = link?.accountId && (await findActiveAccount(db, link.accountId))
  if (!account) throw linkGone()
  return account
}

function findActiveAccount(db: Database, id: number) {
  return db
    .selectFrom("accounts")
    .select(["id", "username", "email"])
    .where("id", "=", id)
    .where("disabledAt", "is", null)
    .executeTakeFirst()
}
