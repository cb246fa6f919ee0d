import { about, actorOf, recordAudit } from "#server/audit/audit-log.ts"
import type { PasswordReset, ResetRequest } from "#server/contract/accounts.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { notifyOwner } from "#server/jobs/notify-owner.ts"
import type { Context } from "#server/trpc/context.ts"
import { limitClient, type RateLimit } from "#server/trpc/rate-limits.ts"
import { linkGone, openAccountLink, redeemAccountLink } from "./account-links.ts"
import { enqueueRequestedMail } from "./account-mails.ts"
import { replacePassword } from "./commands.ts"
import { deleteFactors } from "./factors.ts"
import { rejectGuessablePassword } from "./guessable-passwords.ts"
import { hashPassword } from "./passwords.ts"
import { getActiveAccount } from "./queries.ts"
import { revokeTokensOf } from "./revoke-tokens.ts"
import { forgetFailures } from "./sign-in.ts"

const requests: RateLimit = { action: "password reset", maxEvents: 10, windowSeconds: 3600 }

/** Does the same whether the account exists or not, which only the delivery of the mail finds out. */
export async function requestReset(ctx: Context, { email }: ResetRequest): Promise<void> {
  const { mailOrigin } = ctx
  if (!mailOrigin) throw new AppError("forbidden", responseTexts.resetByAdministrator)
  await inTransaction(ctx.db, async (trx) => {
    await limitClient(trx, ctx, requests)
    await enqueueRequestedMail(trx, ctx, { kind: "reset", recipient: email, origin: mailOrigin })
  })
  ctx.outbox?.wake()
}

/** Returns the e-mail address of the account whose password the link resets, to the holder of the link only. */
export async function findReset(ctx: Context, token: string): Promise<{ email: string }> {
  const { email } = await getLinkedAccount(ctx, token)
  return { email }
}

/**
 * Ends all sessions, revokes API tokens, and no longer trusts any device. Signs nobody in, since second factors are still
 * required.
 */
export async function resetPassword(ctx: Context, { token, password }: PasswordReset): Promise<void> {
  const account = await getLinkedAccount(ctx, token)
  await rejectGuessablePassword(ctx, password, account)
  const { id } = account
  const passwordHash = await hashPassword(password)
  await inTransaction(ctx.db, async (trx) => {
    const link = await redeemAccountLink(trx, "reset", token, ctx.now())
    if (!link) throw linkGone()
    await replacePassword(trx, { id, passwordHash }, ctx.now())
    if (link.email) await confirmAddress(trx, id, ctx.now())
    await forgetFailures(trx, account.email)
    const actor = actorOf({ id }, ctx)
    await recordAudit(trx, { ...actor, action: "reset password", ...about("account", id, account.username) }, ctx.now())
    await revokeTokensOf(trx, id, actor, ctx.now())
    await notifyOwner(trx, ctx, { accountId: id, kind: "password-changed" })
  })
  ctx.outbox?.wake()
}

/** Removes the factors of whoever has registered with the address, which would open the account to them. */
async function confirmAddress(trx: Transaction, id: number, now: Date): Promise<void> {
  const confirmed = await trx
    .updateTable("accounts")
    .set({ addressConfirmedAt: now.toISOString() })
    .where("id", "=", id)
    .where("addressConfirmedAt", "is", null)
    .returning("role")
    .executeTakeFirst()
  // An operator has trusted an unconfirmed account of the office, whose factors must not fall to a thief of its mails.
  if (confirmed?.role === "user") await deleteFactors(trx, id)
}

async function getLinkedAccount(ctx: Context, token: string) {
  const { accountId } = await openAccountLink(ctx, "reset", token)
  return getActiveAccount(ctx.db, accountId)
}
