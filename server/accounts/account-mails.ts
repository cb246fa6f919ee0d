import { DAY_MS } from "#server/contract/durations.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { enqueueMail, type QueuedMail } from "#server/jobs/outbox.ts"
import { isWithinLimit, type LimitedClient, type RateLimit } from "#server/trpc/rate-limits.ts"
import { normalizeEmail } from "./queries.ts"

const mailsByRecipient: RateLimit = { action: "account mail by e-mail", maxEvents: 3, windowSeconds: 3600 }

type RequestedMail = Pick<QueuedMail, "kind"> &
  Partial<Omit<QueuedMail, "id" | "attempts" | "nextAt">> & { recipient: string }

/**
 * Queues a mail to an e-mail address that somebody has typed, unless its limit is reached. The caller does not learn
 * whether it was queued, so that responses depend neither on the account nor on what others have asked for.
 */
export async function enqueueRequestedMail(
  trx: Transaction,
  client: LimitedClient,
  mail: RequestedMail,
): Promise<void> {
  const recipient = normalizeEmail(mail.recipient)
  if (await isWithinLimit(trx, client, mailsByRecipient, recipient)) await enqueueMail(trx, mail, client.now())
}

/** The outbox keeps the recipient of a sent mail for this long. */
const RECIPIENT_RETENTION_MS = DAY_MS

export async function deleteSentAccountMails(db: Database, now: Date): Promise<void> {
  const until = new Date(now.getTime() - RECIPIENT_RETENTION_MS).toISOString()
  await inTransaction(db, (trx) =>
    trx.deleteFrom("outbox").where("messageId", "is", null).where("sentAt", "<=", until).execute(),
  )
}
