import { createHash } from "node:crypto"
import type { SendMailOptions } from "nodemailer"
import type { Message } from "#server/contract/messages.ts"
import type { Database } from "#server/database/core/database.ts"
import type { QueuedMail } from "#server/jobs/outbox.ts"

export type MailThread = Pick<SendMailOptions, "messageId" | "inReplyTo" | "references">

/** RFC 5322 §3.6.4 wants all of them; mail servers want short headers. */
const REFERENCES_MAX = 20

/** The mail's Message-ID, the same at every attempt, and those of the mails about the request that it follows. */
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

/** The same at every attempt, so that mail programs recognize a mail that was sent again after a crash. */
function mailId({ email, createdAt }: Message, outboxId: number, notifyEmail: string): string {
  const hash = createHash("sha256").update(`${outboxId}\n${createdAt}\n${email}`).digest("hex").slice(0, 24)
  return `<demande-${outboxId}.${hash}@${notifyEmail.slice(notifyEmail.lastIndexOf("@") + 1)}>`
}
