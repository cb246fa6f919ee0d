import { messages } from "#server/contract/response-messages.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { getStoredMessage } from "./entries.ts"
import { recordMessageAudit } from "./message-audit.ts"

/** Attempts a mail that has failed, or is waiting, at once; an attempt under way keeps its claim. */
export async function resendMail(ctx: AccountContext, id: number): Promise<void> {
  const { db, outbox, now } = ctx
  if (!outbox) throw new AppError("conflict", messages.answerNeedsMailServer)
  await inTransaction(db, async (trx) => {
    const mail = await trx.selectFrom("outbox").select(["sentAt", "messageId"]).where("id", "=", id).executeTakeFirst()
    if (!mail) throw new AppError("not_found", messages.mailNotFound)
    if (mail.sentAt) throw new AppError("conflict", messages.mailAlreadySent)
    await trx
      .updateTable("outbox")
      .set({ nextAt: now().toISOString() })
      .where("id", "=", id)
      .where("sentAt", "is", null)
      .execute()
    if (mail.messageId === null) return
    await recordMessageAudit(trx, ctx, "resend mail", await getStoredMessage(trx, mail.messageId))
  })
  outbox.wake()
}
