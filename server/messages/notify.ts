import { createHash } from "node:crypto"
import { createTransport, type SendMailOptions } from "nodemailer"
import { CONTACT_SECTOR_LABELS } from "#server/contract/sectors.ts"

/** A message as its mail tells it. */
export interface Notice {
  /** Of the outbox row: one row is one mail, however often it is sent. */
  outboxId: number
  firstName: string
  lastName: string
  email: string
  sector: string
  message: string
  /** ISO 8601, UTC. */
  createdAt: string
}

interface MailSettings {
  smtpUrl: string
  notifyEmail: string
  /** The most that one mail may take in all, in milliseconds. */
  sendWithinMs: number
}

export type SendNotice = (notice: Notice, stopped: AbortSignal) => Promise<void>

/** Sends notices through the mail server of SMTP_URL, from and to NOTIFY_EMAIL. */
export function openMail({ smtpUrl, notifyEmail, sendWithinMs }: MailSettings): SendNotice {
  const transport = createTransport({
    url: smtpUrl,
    dnsTimeout: 5_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (notice, stopped) => {
    // The limits above are each of one silence; a server that sends a byte now and then would outlast the lease.
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(sendWithinMs)])
    await transport.sendMail({ ...composeNotice(notice, notifyEmail), signal })
  }
}

/** Codes alone: a mail server's own words may repeat addresses, names or what was logged in with. */
export function describeMailFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  const reason = error.cause instanceof Error ? error.cause.name : undefined
  return [code, responseCode, command, reason].filter(Boolean).join(" ") || error.name
}

function composeNotice(notice: Notice, notifyEmail: string): SendMailOptions {
  const name = `${oneLine(notice.firstName)} ${oneLine(notice.lastName)}`
  const sector = Object.entries(CONTACT_SECTOR_LABELS).find(([value]) => value === notice.sector)?.[1] ?? notice.sector
  return {
    messageId: messageId(notice, notifyEmail),
    from: notifyEmail,
    to: notifyEmail,
    replyTo: { name, address: oneLine(notice.email) },
    subject: `Demande de devis (${oneLine(sector)}) : ${name}`,
    // RFC 3834: an absence message of our own mailbox must not answer a visitor.
    headers: { "Auto-Submitted": "auto-generated" },
    text: [
      "Une demande est arrivée par le formulaire de contact du site.",
      "",
      `Prénom : ${oneLine(notice.firstName)}`,
      `Nom : ${oneLine(notice.lastName)}`,
      `E-mail : ${oneLine(notice.email)}`,
      `Secteur : ${oneLine(sector)}`,
      `Date : ${kinshasaTime.format(new Date(notice.createdAt))} (heure de Kinshasa)`,
      "",
      "Message :",
      withoutControls(notice.message),
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

/** The same for every try of a row, so that a mail sent again after a crash is known for the same one. */
function messageId({ outboxId, email, createdAt }: Notice, notifyEmail: string): string {
  const hash = createHash("sha256").update(`${outboxId}\n${createdAt}\n${email}`).digest("hex").slice(0, 24)
  return `<demande-${outboxId}.${hash}@${notifyEmail.slice(notifyEmail.lastIndexOf("@") + 1)}>`
}

function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, " ").trim()
}

/** Without control characters, and without those that turn the direction of the text around them. */
function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "")
}
