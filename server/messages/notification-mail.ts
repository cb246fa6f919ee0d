import { createHash } from "node:crypto"
import { createTransport, type SendMailOptions } from "nodemailer"
import type { Message } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS } from "#server/contract/sectors.ts"
import type { MailDelivery } from "#server/jobs/outbox.ts"
import { type ContentReader, readContent } from "#server/published-content/published.ts"
import type { Settings } from "#server/settings.ts"
import { findMessage } from "./queries.ts"

type MailSettings = NonNullable<Settings["mail"]>

/** Sends each contact message through SMTP_URL, from NOTIFY_EMAIL to the published addresses, or to itself without any. */
export function notificationMail(reader: ContentReader, { smtpUrl, notifyEmail }: MailSettings): MailDelivery {
  const transport = createTransport({
    url: smtpUrl,
    dnsTimeout: 5_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async deliver({ id, messageId }, signal) {
      const message = await findMessage(reader.db, messageId)
      if (!message) return
      const { notify } = (await readContent(reader, "parametres")).messages
      const to = notify.length > 0 ? notify : [notifyEmail]
      await transport.sendMail({ ...composeMail(message, id, notifyEmail), to, signal })
    },
    describeFailure: describeMailFailure,
  }
}

/** Codes alone, because a mail server's response may repeat e-mail addresses, names or credentials. */
function describeMailFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  const reason = error.cause instanceof Error ? error.cause.name : undefined
  return [code, responseCode, command, reason].filter(Boolean).join(" ") || error.name
}

function composeMail(message: Message, outboxId: number, notifyEmail: string): SendMailOptions {
  const name = `${oneLine(message.firstName)} ${oneLine(message.lastName)}`
  const isKnown = Object.hasOwn(CONTACT_SECTOR_LABELS, message.sector)
  const sector = isKnown ? CONTACT_SECTOR_LABELS[message.sector] : oneLine(message.sector)
  return {
    messageId: mailId(message, outboxId, notifyEmail),
    from: notifyEmail,
    replyTo: { name, address: oneLine(message.email) },
    subject: `Demande de devis (${sector}) : ${name}`,
    // RFC 3834: an absence message of our own mailbox must not go to the visitor.
    headers: { "Auto-Submitted": "auto-generated" },
    text: [
      "Une demande est arrivée par le formulaire de contact du site.",
      "",
      `Prénom : ${oneLine(message.firstName)}`,
      `Nom : ${oneLine(message.lastName)}`,
      `E-mail : ${oneLine(message.email)}`,
      `Secteur : ${sector}`,
      `Date : ${kinshasaTime.format(new Date(message.createdAt))} (heure de Kinshasa)`,
      "",
      "Message :",
      withoutControls(message.message),
      "",
      "-- ",
      "En répondant à cet e-mail, vous écrivez directement au visiteur.",
    ].join("\n"),
  }
}

const kinshasaTime = new Intl.DateTimeFormat("fr-FR", {
  dateStyle: "full",
  timeStyle: "short",
  timeZone: "Africa/Kinshasa",
})

/** The same at every attempt, so that mail programs recognize a mail that was sent again after a crash. */
function mailId({ email, createdAt }: Message, outboxId: number, notifyEmail: string): string {
  const hash = createHash("sha256").update(`${outboxId}\n${createdAt}\n${email}`).digest("hex").slice(0, 24)
  return `<demande-${outboxId}.${hash}@${notifyEmail.slice(notifyEmail.lastIndexOf("@") + 1)}>`
}

function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, " ").trim()
}

/** Without control characters, bidirectional ones included: they would turn the text around them. */
function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "")
}
