import { createTransport } from "nodemailer"

export type MailTransport = ReturnType<typeof openMailTransport>

export interface Mailer {
  transport: MailTransport
  /** The value of NOTIFY_EMAIL. */
  notifyEmail: string
}

export function openMailTransport(smtpUrl: string) {
  return createTransport({
    url: smtpUrl,
    dnsTimeout: 5_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Returns only codes, because a mail server's response may repeat e-mail addresses, names or credentials. */
export function describeMailFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  const reason = error.cause instanceof Error ? error.cause.name : undefined
  return [code, responseCode, command, reason].filter(Boolean).join(" ") || error.name
}
