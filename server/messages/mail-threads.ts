import { createHash } from "node:crypto"
import type { SendMailOptions } from "nodemailer"
import type { Message } from "#server/contract/messages.ts"
import type { Database } from "#server/database/core/database.ts"
import type { QueuedMail } from "#server/jobs/outbox.ts"

export type MailThread = Pick<SendMailOptions, "messageId" | "inReplyTo" | "references">

/** RFC 5322 §3.6.4 demands all references, but mail servers expect short headers. */
const REFERENCES_MAX = 20

/** Returns the mail's Message-ID, and those of the earlier mails about the request. */
export async function findThread(
  db: Database,
  { id, kind, messageId }: QueuedMail,
  message: Message,
  notifyEmail: string,
): Promise<MailThread> {
  const toCompany = ["notification"] as const
  const toSender = ["receipt", "answer"] as const
  const rows = await db
    .selectFrom("outbox")
    .select("id")
    .where("messageId", "=", messageId)
    .where("id", "<", id)
    .where("kind", "in", kind === "notification" ? toCompany : toSender)
    .orderBy("id", "desc")
    .limit(REFERENCES_MAX)
    .execute()
  const references = rows.map((row) => mailId(message, row.id, notifyEmail)).reverse()
  const last = references.at(-1)
  return { messageId: mailId(message, id, notifyEmail), ...(last && { inReplyTo: last, references }) }
}

/** Returns the same id at every attempt, so that mail programs recognize a mail that was repeated after a crash. */
function mailId({ email, createdAt }: Message, outboxId: number, notifyEmail: string): string {
  const hash = createHash("sha256").update(`${outboxId}\n${createdAt}\n${email}`).digest("hex").slice(0, 24)
  return `<demande-${outboxId}.${hash}@${notifyEmail.slice(notifyEmail.lastIndexOf("@") + 1)}>`
}
