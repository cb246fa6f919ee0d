import { about, recordAction } from "#server/audit/audit-log.ts"
import { maskEmail } from "#server/audit/mask-email.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { requireReauthentication, requireRightOf } from "#server/trpc/procedures.ts"
import { recordMessageAudit } from "./message-audit.ts"
import { getStoredMessage } from "./stored-messages.ts"

/** Attempts a mail that has failed, or is waiting, at once; an attempt under way keeps its claim. */
export async function resendMail(ctx: AccountContext, id: number): Promise<void> {
  const { db, outbox, now } = ctx
  if (!outbox) throw new AppError("conflict", responseTexts.answerNeedsMailServer)
  await inTransaction(db, async (trx) => {
    const mail = await trx
      .selectFrom("outbox")
      .select(["sentAt", "messageId", "kind", "recipient", "accountLinkId"])
      .where("id", "=", id)
      .executeTakeFirst()
    if (mail?.messageId === null) requireManager(ctx)
    if (!mail) throw new AppError("not_found", responseTexts.mailNotFound)
    if (mail.sentAt) throw new AppError("conflict", responseTexts.mailAlreadySent)
    await trx
      .updateTable("outbox")
      // The pauses begin anew, by which it is known since when a mail waits.
      .set({ nextAt: now().toISOString(), attempts: 0 })
      .where("id", "=", id)
      .where("sentAt", "is", null)
      .execute()
    if (mail.messageId === null) return recordAccountMail(trx, ctx, mail)
    await recordMessageAudit(trx, ctx, "resend mail", await getStoredMessage(trx, mail.messageId))
  })
  outbox.wake()
}

/** A mail that invites somebody, or lets them choose a password, takes what inviting takes. */
function requireManager(ctx: AccountContext): void {
  requireRightOf(ctx, "users.manage")
  requireReauthentication(ctx.account, ctx.now())
}

interface AccountMail {
  kind: string
  recipient: string | null
  accountLinkId: number | null
}

function recordAccountMail(trx: Transaction, ctx: AccountContext, mail: AccountMail): Promise<void> {
  const { kind, recipient, accountLinkId } = mail
  const name = maskEmail(recipient ?? "")
  const subject = kind === "invitation" ? about("invitation", accountLinkId, name) : about("account", null, name)
  return recordAction(trx, ctx, { action: "resend mail", ...subject, details: { kind } })
}
