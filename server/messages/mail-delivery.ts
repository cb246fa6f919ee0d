import { readMailCompany } from "#server/content/published/mail-company.ts"
import { MINUTE_MS } from "#server/contract/durations.ts"
import type { InboxMessage } from "#server/contract/messages.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { type DeliveryParts, mayHaveArrived } from "#server/jobs/mail-transport.ts"
import { enqueueMail, MailDeferred, MailDropped, type QueuedMail } from "#server/jobs/outbox.ts"
import { readAttachments } from "./attachments.ts"
import { composeAnswer, composeLink, composeNotification, composeReceipt, type MailParts } from "./mail-texts.ts"
import { findThread } from "./mail-threads.ts"
import { findInboxMessage } from "./queries.ts"
import { findAskedRequest } from "./resend-link.ts"
import { createRepeatedLink, createStatusLink, deleteStatusLink } from "./status-links.ts"

/** Sends notifications to the published addresses, or else to NOTIFY_EMAIL; receipts and answers go to the sender. */
export async function deliverRequestMail(parts: DeliveryParts, queued: QueuedMail, signal: AbortSignal): Promise<void> {
  const messageId = queued.kind === "link" ? await findAskedRequest(parts, queued) : queued.messageId
  if (messageId === null) throw new MailDropped()
  const mail = { ...queued, messageId }
  const message = await findInboxMessage(parts.db, messageId)
  if (!message) return deferOrDrop(parts, messageId)
  if (mail.kind !== "answer" && (message.deletedAt || message.state === "spam")) await deferOrDrop(parts, message.id)
  if (mail.kind === "receipt" && (message.answeredAt || (await hasAnswerMail(parts.db, messageId)))) {
    throw new MailDropped()
  }
  const send = async (url: string | undefined) => {
    const { rejected } = await parts.transport.sendMail({ ...(await composeMail(parts, mail, message, url)), signal })
    await queueRejected(parts, mail, rejected)
  }
  if (mail.kind === "notification") await send(parts.publicUrl && `${parts.publicUrl}/admin/messages/${message.id}`)
  else await withStatusLink(parts, mail, send)
}

/** « Nous vous répondrons bientôt » is wrong after an answer, also after one that waits in the outbox. */
async function hasAnswerMail(db: Database, messageId: number): Promise<boolean> {
  const answers = db.selectFrom("outbox").select("id").where("messageId", "=", messageId).where("kind", "=", "answer")
  return (await answers.limit(1).executeTakeFirst()) !== undefined
}

/** Mails wait this long, in case a request was marked as spam or moved to the trash by mistake. */
const DEFERRED_MS = 30 * MINUTE_MS

/** Throws MailDeferred, and later MailDropped: spam, the trash and erased people cause no mail. */
async function deferOrDrop({ db, now }: DeliveryParts, id: number): Promise<never> {
  const row = await db.selectFrom("messages").select("changedAt").where("id", "=", id).executeTakeFirst()
  const time = now().getTime()
  // The clock may have been ahead when the request changed.
  const until = row?.changedAt ? Math.min(Date.parse(row.changedAt), time) + DEFERRED_MS : 0
  throw until > time ? new MailDeferred(new Date(until).toISOString()) : new MailDropped()
}

/** Queues a mail for each recipient that the server has rejected while it accepted others. */
async function queueRejected(
  { db, log, now }: DeliveryParts,
  { messageId, kind, entryId }: QueuedMail,
  rejected: readonly string[],
): Promise<void> {
  // The mail is sent, so a failure from here on must not repeat it.
  await inTransaction(db, async (trx) => {
    for (const recipient of rejected) await enqueueMail(trx, { messageId, kind, entryId, recipient }, now())
  }).catch((error) => log.warn({ err: error }, "rejected recipients not queued"))
}

/** Each attempt mails a new link, which is deleted if the mail cannot have arrived. */
async function withStatusLink(
  { db, now, publicUrl }: DeliveryParts,
  { messageId, kind, origin }: QueuedMail & { messageId: number },
  send: (url: string | undefined) => Promise<void>,
): Promise<void> {
  const site = kind === "link" ? origin : publicUrl
  if (!site) return send(undefined)
  // Whoever knows the request can ask for its link again and again.
  const createLink = kind === "link" ? createRepeatedLink : createStatusLink
  const path = await inTransaction(db, (trx) => createLink(trx, messageId, now()))
  try {
    await send(site + path)
  } catch (error) {
    if (!mayHaveArrived(error)) await inTransaction(db, (trx) => deleteStatusLink(trx, path))
    throw error
  }
}

async function composeMail(given: DeliveryParts, mail: QueuedMail, message: InboxMessage, url: string | undefined) {
  const { db, notifyEmail } = given
  const company = await readMailCompany(given, notifyEmail)
  const parts: MailParts = {
    message,
    text: await findText(db, mail.entryId),
    files: mail.kind === "answer" ? await readAttachments(db, mail.entryId) : [],
    company,
    to: mail.recipient ? [mail.recipient] : company.inboxes,
    thread: await findThread(db, mail, message, notifyEmail),
    url,
  }
  if (mail.kind === "notification") return composeNotification(parts)
  if (mail.kind === "link") return composeLink(parts)
  return mail.kind === "receipt" ? composeReceipt(parts) : composeAnswer(parts)
}

async function findText(db: Database, entryId: number | null): Promise<string | undefined> {
  if (entryId === null) return undefined
  const entry = await db.selectFrom("messageEntries").select("text").where("id", "=", entryId).executeTakeFirst()
  return entry?.text ?? undefined
}
