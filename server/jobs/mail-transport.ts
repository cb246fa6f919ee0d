import { createTransport } from "nodemailer"
import { MINUTE_MS } from "#server/contract/durations.ts"

export type MailTransport = ReturnType<typeof openMailTransport>

export interface Mailer {
  transport: MailTransport
  notifyEmail: string
}

export function openMailTransport(smtpUrl: string) {
  return createTransport({
    url: smtpUrl,
    dnsTimeout: 5_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // RFC 5321 §4.5.3.2.6 gives a server this long to accept a mail that it has received.
    socketTimeout: 10 * MINUTE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

interface MailError {
  code?: string
  command?: string
  responseCode?: number
  syscall?: string
  timeoutType?: string
}

/** Whether the connection broke when the server may have accepted the mail, as after a last response that was lost. */
export function mayHaveArrived(error: unknown): boolean {
  const { code = "", responseCode, syscall = "", timeoutType } = error as MailError
  if (responseCode !== undefined) return false
  return (
    ["ECONNECTION", "EABORT"].includes(code) || ["read", "write"].includes(syscall) || timeoutType === "SOCKET_TIMEOUT"
  )
}

/** Whether the server has rejected the mail or its recipient for good, rather than for now. */
export function isRejectedForGood(error: unknown): boolean {
  const { code = "", responseCode = 500 } = error as MailError
  return ["EENVELOPE", "EMESSAGE"].includes(code) && responseCode >= 500
}

/** Returns only codes, because a mail server's response may repeat e-mail addresses, names or credentials. */
export function describeMailFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  const { code, responseCode, command } = error as MailError
  const reason = error.cause instanceof Error ? error.cause.name : undefined
  return [code, responseCode, command, reason].filter(Boolean).join(" ") || error.name
}
