import { MINUTE_MS } from "#server/contract/durations.ts"
import { factorLinksSent, responseTexts } from "#server/contract/response-texts.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { enqueueMail } from "#server/jobs/outbox.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { limitClient, type RateLimit } from "#server/trpc/rate-limits.ts"
import { createAccountLink, deleteAccountLinks, linkGone, openAccountLink, redeemAccountLink } from "./account-links.ts"
import { getActiveAccount } from "./queries.ts"
import { openEnrolment } from "./sessions.ts"

/** A first factor can be added for this long after its link was opened, or an invitation accepted. */
export const ENROLMENT_MS = 30 * MINUTE_MS

const requestsByAccount: RateLimit = {
  action: "factor link",
  maxEvents: 3,
  windowSeconds: 3600,
  explain: factorLinksSent,
}

/** Mails a link to the account's confirmed address; without one another administrator hands a link over. */
export async function requestFactorLink(ctx: AccountContext): Promise<void> {
  const { account, mailOrigin, db } = ctx
  if (account.missingFactor !== "link") throw new AppError("conflict", responseTexts.factorLinkUnneeded)
  const { addressConfirmedAt, email } = await getActiveAccount(db, account.id)
  if (!mailOrigin || !addressConfirmedAt) throw new AppError("forbidden", responseTexts.factorLinkByAdministrator)
  const now = ctx.now()
  await inTransaction(db, async (trx) => {
    await limitClient(trx, ctx, requestsByAccount, String(account.id))
    await deleteAccountLinks(trx, account.id, "factor")
    const { id } = await createAccountLink(trx, { kind: "factor", accountId: account.id }, now)
    await enqueueMail(trx, { kind: "factor", recipient: email, origin: mailOrigin, accountLinkId: id }, now)
  })
  ctx.outbox?.wake()
}

/** Returns the address of the account that the link is for. */
export async function findFactorLink(ctx: Context, token: string): Promise<{ email: string }> {
  const { accountId } = await openAccountLink(ctx, "factor", token)
  const { email } = await getActiveAccount(ctx.db, accountId)
  return { email }
}

/** Lets this session, which has given the password, add the account's first factor. */
export async function useFactorLink(ctx: AccountContext, token: string): Promise<void> {
  const { accountId } = await openAccountLink(ctx, "factor", token)
  if (accountId !== ctx.account.id) throw new AppError("forbidden", responseTexts.factorLinkOfOther)
  await inTransaction(ctx.db, async (trx) => {
    if (!(await redeemAccountLink(trx, "factor", token, ctx.now()))) throw linkGone()
    await deleteAccountLinks(trx, accountId, "factor")
    await openEnrolment(trx, ctx, new Date(ctx.now().getTime() + ENROLMENT_MS))
  })
}
