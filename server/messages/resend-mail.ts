import { messages } from "#server/contract/response-messages.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import type { Context } from "#server/trpc/context.ts"

/** Attempts a mail that has failed or waits at once; the claim of an attempt under way stays. */
export async function resendMail({ db, outbox, now }: Context, id: number): Promise<void> {
  if (!outbox) throw new AppError("conflict", messages.answerNeedsMailServer)
  await inTransaction(db, async (trx) => {
    const mail = await trx.selectFrom("outbox").select("sentAt").where("id", "=", id).executeTakeFirst()
    if (!mail) throw new AppError("not_found", messages.mailNotFound)
    if (mail.sentAt) throw new AppError("conflict", messages.mailAlreadySent)
    await trx
      .updateTable("outbox")
      .set({ nextAt: now().toISOString() })
      .where("id", "=", id)
      .where("sentAt", "is", null)
      .execute()
  })
  outbox.wake()
}
