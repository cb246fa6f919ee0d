import { type Actor, about, recordAudit } from "#server/audit/audit-log.ts"
import { MINUTE_MS } from "#server/contract/durations.ts"
import { factorLinksSent, responseTexts } from "#server/contract/response-texts.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { enqueueMail } from "#server/jobs/outbox.ts"
import { limitClient, type RateLimit } from "#server/limits/rate-limits.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import {
  createAccountLink,
  deleteAccountLinks,
  findAccountLink,
  linkGone,
  openAccountLink,
  redeemAccountLink,
} from "./account-links.ts"
import { rejectOwnAccount } from "./own-account.ts"
import { getActiveAccount } from "./queries.ts"
import type { NewResetLink } from "./reset-links.ts"
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

/** Returns the link to an administrator, who passes it on. */
export async function createFactorLink(ctx: AccountContext, id: number): Promise<NewResetLink> {
  rejectOwnAccount(ctx.actor, id)
  return inTransaction(ctx.db, (trx) => insertFactorLink(trx, id, ctx.actor, ctx.now()))
}

export async function insertFactorLink(trx: Transaction, id: number, actor: Actor, now: Date): Promise<NewResetLink> {
  const { username } = await getActiveAccount(trx, id)
  const link = { kind: "factor", accountId: id, createdBy: actor.accountId } as const
  const { token, expiresAt } = await createAccountLink(trx, link, now)
  await recordAudit(trx, { ...actor, action: "create factor link", ...about("account", id, username) }, now)
  return { token, expiresAt }
}

/** Returns the address of the account that the link is for. */
export function findFactorLink(ctx: Context, token: string): Promise<{ email: string }> {
  return openAccountLink(ctx, async () => {
    const link = await findAccountLink(ctx.db, "factor", token, ctx.now())
    if (!link?.accountId) throw linkGone()
    const { email } = await getActiveAccount(ctx.db, link.accountId)
    return { email }
  })
}

/** Lets this session, which has given the password, add the account's first factor. */
export function useFactorLink(ctx: AccountContext, token: string): Promise<void> {
  return openAccountLink(ctx, () =>
    inTransaction(ctx.db, async (trx) => {
      const link = await findAccountLink(trx, "factor", token, ctx.now())
      if (!link) throw linkGone()
      if (link.accountId !== ctx.account.id) throw new AppError("forbidden", responseTexts.factorLinkOfOther)
      if (!(await redeemAccountLink(trx, "factor", token, ctx.now()))) throw linkGone()
      await deleteAccountLinks(trx, ctx.account.id, "factor")
      await openEnrolment(trx, ctx, new Date(ctx.now().getTime() + ENROLMENT_MS))
    }),
  )
}
