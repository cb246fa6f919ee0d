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
function mailId(message: Message, outboxId: number, notifyEmail: string): string {
  const domain = notifyEmail.slice(notifyEmail.lastIndexOf("@") + 1)
  return `<demande-${outboxId}.${mailHash(message, outboxId)}@${domain}>`
}

function mailHash({ email, createdAt }: Pick<Message, "email" | "createdAt">, outboxId: number): string {
  return createHash("sha256").update(`${outboxId}\n${createdAt}\n${email}`).digest("hex").slice(0, 24)
}

const OWN_ID = /^<demande-(\d{1,15})\.([0-9a-f]{24})@/

/** Whether the Message-ID looks like one of the site. */
export function isOwnId(messageId: string): boolean {
  return OWN_ID.test(messageId)
}

/** Finds the newest mail of the site among Message-IDs, whose hashes show that they were not guessed. */
export async function findOwnMail(db: Database, messageIds: readonly string[]) {
  const hashes = new Map(
    messageIds.flatMap((messageId) => {
      const [, id, hash = ""] = OWN_ID.exec(messageId) ?? []
      return id ? [[Number(id), hash] as const] : []
    }),
  )
  if (hashes.size === 0) return undefined
  const rows = await db
    .selectFrom("outbox")
    .innerJoin("messages", "messages.id", "outbox.messageId")
    .select(["outbox.id", "outbox.kind", "outbox.entryId", "messages.id as messageId", "email", "createdAt"])
    .where("outbox.id", "in", [...hashes.keys()].slice(-REFERENCES_MAX))
    .orderBy("outbox.id", "desc")
    .execute()
  return rows.find((row) => mailHash(row, row.id) === hashes.get(row.id))
}
