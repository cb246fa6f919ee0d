import { about, actorOf, recordAction, recordAudit } from "#server/audit/audit-log.ts"
import { maskEmail } from "#server/audit/mask-email.ts"
import type { EmailChange } from "#server/contract/accounts.ts"
import type { FactorProof } from "#server/contract/factors.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { hasRight } from "#server/contract/rights.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError, fieldError } from "#server/errors.ts"
import { enqueueMail } from "#server/jobs/outbox.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { limitClient, type RateLimit } from "#server/trpc/rate-limits.ts"
import { createAccountLink, deleteAccountLinks, linkGone, openAccountLink, redeemAccountLink } from "./account-links.ts"
import { enqueueRequestedMail } from "./account-mails.ts"
import { requireFactorProof } from "./factor-proof.ts"
import { rejectUnproven } from "./factors.ts"
import { normalizeEmail } from "./queries.ts"

const requestsByAccount: RateLimit = { action: "e-mail change", maxEvents: 3, windowSeconds: 3600 }

interface ProvenEmailChange extends EmailChange {
  proof?: FactorProof | undefined
}

/**
 * Mails a link to the new e-mail address, and only that link changes it. Whoever reads its mails could then reset the
 * password, so an account with a factor gives one. An address of another account is treated
 * alike, since only whoever reads its mails may learn that it is taken.
 */
export async function requestEmailChange(ctx: AccountContext, { email, proof }: ProvenEmailChange): Promise<void> {
  const { account, mailOrigin } = ctx
  if (!mailOrigin) throw new AppError("forbidden", responseTexts.emailByAdministrator)
  if (email === account.email) throw fieldError("email", responseTexts.emailUnchanged)
  const isProven = await requireFactorProof(ctx, proof)
  const now = ctx.now()
  await inTransaction(ctx.db, async (trx) => {
    await rejectUnproven(trx, { ...ctx, isProven })
    await limitClient(trx, ctx, requestsByAccount, String(account.id))
    await deleteAccountLinks(trx, account.id, "email")
    const { id } = await createAccountLink(trx, { kind: "email", accountId: account.id, email }, now)
    await enqueueRequestedMail(trx, ctx, { kind: "email", recipient: email, origin: mailOrigin, accountLinkId: id })
    await recordAction(trx, ctx, { action: "request e-mail change", ...about("account", account.id, account.username) })
  })
  ctx.outbox?.wake()
}

/** Returns the e-mail address that the link confirms. */
export async function findEmailChange(ctx: Context, token: string): Promise<{ email: string }> {
  const { email } = await openAccountLink(ctx, "email", token)
  if (!email) throw linkGone()
  return { email }
}

/** Notifies the former e-mail address, and voids all links of the account, which were mailed there. */
export async function confirmEmail(ctx: Context, token: string): Promise<void> {
  await openAccountLink(ctx, "email", token)
  await inTransaction(ctx.db, (trx) => changeEmail(trx, ctx, token))
  ctx.outbox?.wake()
}

async function changeEmail(trx: Transaction, ctx: Context, token: string): Promise<void> {
  const now = ctx.now()
  const link = await redeemAccountLink(trx, "email", token, now)
  if (!link?.accountId || !link.email) throw linkGone()
  const { accountId: id, email } = link
  const account = await trx
    .selectFrom("accounts")
    .select(["username", "email", "role", "addressConfirmedAt"])
    .where("id", "=", id)
    .where("disabledAt", "is", null)
    .executeTakeFirst()
  if (!account) throw linkGone()
  const emailFolded = normalizeEmail(email)
  const other = await trx
    .selectFrom("accounts")
    .select("id")
    .where("emailFolded", "=", emailFolded)
    .where("id", "!=", id)
    .executeTakeFirst()
  if (other) throw new AppError("conflict", responseTexts.emailTaken)
  // Whoever registered may have asked for somebody else's address, whose owner then has to choose the password.
  const addressConfirmedAt = hasRight(account.role, "office.open") ? account.addressConfirmedAt : null
  await trx.updateTable("accounts").set({ email, emailFolded, addressConfirmedAt }).where("id", "=", id).execute()
  await deleteAccountLinks(trx, id)
  const details = { before: { email: maskEmail(account.email) }, after: { email: maskEmail(email) } }
  const entry = { ...about("account", id, account.username), details }
  await recordAudit(trx, { ...actorOf({ id }, ctx), action: "change e-mail", ...entry }, now)
  if (ctx.outbox) await enqueueMail(trx, { kind: "email-changed", recipient: account.email }, now)
}
