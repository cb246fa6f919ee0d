import { readMailCompany } from "#server/content/published/mail-company.ts"
import { shownEmail } from "#server/contract/shown-email.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { insertAttachment } from "#server/messages/attachments.ts"
import { storeAddition } from "#server/messages/entries.ts"
import { findOwnMail, isOwnId } from "#server/messages/mail-threads.ts"
import { findStoredMessage } from "#server/messages/stored-messages.ts"
import { recordReturnedAnswer } from "#server/messages/undelivered.ts"
import type { Context } from "#server/trpc/context.ts"
import type { MailContent, MailHead } from "./read-mail.ts"
import { incomingTexts as texts } from "./texts.ts"

export interface JoinParts extends Pick<Context, "db" | "log" | "now" | "outbox"> {
  notifyEmail: string
}

/** Finds the request that a person has answered: by a mail of the site, or by its reference and its sender. */
export async function findRequest(parts: JoinParts, head: MailHead): Promise<number | undefined> {
  if (head.isAutomatic || head.isReport || isOwnId(head.messageId)) return undefined
  const found = (await findAnswered(parts.db, head)) ?? (await findByReference(parts.db, head))
  if (!found || (found.email.toLowerCase() !== head.from && (await isColleague(parts, head.from)))) return undefined
  return found.id
}

async function findAnswered(db: Database, { references }: MailHead) {
  const mail = await findOwnMail(db, references)
  return mail && { id: mail.messageId, email: mail.email }
}

async function findByReference(db: Database, { subject, from }: MailHead) {
  const [reference] = /\bLIS-[0-9A-Z]{4,6}-\d\d\b/i.exec(subject) ?? []
  if (!reference) return undefined
  const message = await db
    .selectFrom("messages")
    .select(["id", "email"])
    .where("reference", "=", reference.toUpperCase())
    .executeTakeFirst()
  return message?.email !== "" && message?.email.toLowerCase() === from ? message : undefined
}

/** Whether the company itself, or somebody who works in the office, has written. */
async function isColleague({ db, log, notifyEmail }: JoinParts, address: string): Promise<boolean> {
  const { inboxes } = await readMailCompany({ db, log }, notifyEmail)
  if ([notifyEmail, ...inboxes].some((own) => own.toLowerCase() === address)) return true
  const account = await db
    .selectFrom("accounts")
    .select("id")
    .where("email", "=", address)
    .where("role", "!=", "user")
    .executeTakeFirst()
  return account !== undefined
}

/** Stores a mail as an addition of its sender, once. */
export async function joinMail(
  trx: Transaction,
  parts: JoinParts,
  { hash, from }: MailHead,
  messageId: number,
  { text, quoted, attachments }: MailContent,
): Promise<void> {
  const message = await findStoredMessage(trx, messageId)
  if (!message || !(await remember(trx, hash, messageId, parts.now()))) return
  const entryId = await storeAddition(trx, parts, message, {
    messageId,
    at: parts.now().toISOString(),
    text: message.email.toLowerCase() === from ? text : `${text}\n\n${texts.otherSender(shownEmail(from))}`,
    quoted,
    idempotencyKey: null,
  })
  if (entryId === undefined) return
  for (const file of attachments) await insertAttachment(trx, file, { entryId, accountId: null }, parts.now())
}

/** Records that an answer came back, once. */
export async function recordBounce(
  trx: Transaction,
  { now }: JoinParts,
  { hash }: MailHead,
  { status, messageIds }: { status: string; messageIds: readonly string[] },
): Promise<void> {
  const mail = await findOwnMail(trx, messageIds)
  if (mail?.kind !== "answer" || !(await remember(trx, hash, mail.messageId, now()))) return
  await recordReturnedAnswer(trx, mail, status, now())
}

/** Returns false for a mail that was taken before. */
async function remember(trx: Transaction, mailHash: string, messageId: number, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto("incomingMails")
    .values({ mailHash, messageId, at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}
