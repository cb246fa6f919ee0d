import { createTransport, type SendMailOptions } from "nodemailer"
import type { ContentReader } from "#server/content/published/published.ts"
import { MINUTE_MS } from "#server/contract/durations.ts"
import type { Settings } from "#server/settings.ts"

export type MailSettings = NonNullable<Settings["mail"]>

type MailTransport = ReturnType<typeof openMailTransport>

/** What the delivery of any mail takes. */
export interface DeliveryParts extends ContentReader {
  now: () => Date
  /** It is undefined if mails cannot contain links. */
  publicUrl: string | undefined
  transport: MailTransport
  notifyEmail: string
}

export function openMailTransport({ smtpUrl, requiresTls }: Pick<MailSettings, "smtpUrl" | "requiresTls">) {
  const transport = createTransport({
    url: requiresTls ? withRequiredTls(smtpUrl) : smtpUrl,
    dnsTimeout: 5_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // RFC 5321 §4.5.3.2.6 gives a server this long to accept a mail that it has received.
    socketTimeout: 10 * MINUTE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transport.use("stream", ({ data, message }, done) => {
    const { attempt } = data as AttemptedMail
    message.processFunc((content) =>
      content.once("end", () => {
        attempt.isContentSent = true
      }),
    )
    done()
  })

  /** Rejects with an error that says whether the server has received the whole mail. */
  async function sendMail(mail: SendMailOptions) {
    const attempt = { isContentSent: false }
    const attempted: AttemptedMail = { ...mail, attempt }
    return transport.sendMail(attempted).catch((error) => Promise.reject(Object.assign(error, attempt)))
  }

  return { sendMail }
}

/** nodemailer's options in a URL take precedence over all others. */
function withRequiredTls(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  url.searchParams.delete("ignoreTLS")
  url.searchParams.set("requireTLS", "true")
  return url.href
}

interface AttemptedMail extends SendMailOptions {
  attempt: { isContentSent: boolean }
}

interface MailError extends Partial<AttemptedMail["attempt"]> {
  code?: string
  command?: string
  responseCode?: number
}

/** Whether the server may have accepted the mail, as after a last response that was lost. */
export function mayHaveArrived(error: unknown): boolean {
  const { isContentSent = false, responseCode } = error as MailError
  return isContentSent && responseCode === undefined
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
