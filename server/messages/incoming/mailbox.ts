import { ImapFlow } from "imapflow"
import type { Settings } from "#server/settings.ts"

export type MailboxSettings = NonNullable<Settings["mailbox"]>

/** Headers of a mail beyond this many bytes are not read. */
const HEAD_BYTES = 64 * 1024

/** Larger mails are not read. */
export const MAIL_BYTES_MAX = 15 * 1024 * 1024

/** Opens INBOX so that nothing of it changes, not even what is unread. The caller must close it. */
export async function openMailbox({ url, requiresTls }: MailboxSettings) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === "imaps:"
  const client = new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (isSecure ? 993 : 143),
    secure: isSecure,
    doSTARTTLS: !isSecure && requiresTls ? true : undefined,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    maxLiteralSize: MAIL_BYTES_MAX + HEAD_BYTES,
    maxResponseSize: MAIL_BYTES_MAX + 2 * HEAD_BYTES,
  })
  // The command under way rejects with it too.
  client.on("error", () => {})
  try {
    await client.connect()
    const { uidValidity, uidNext } = await client.mailboxOpen("INBOX", { readOnly: true })
    const fetch = (uid: number, maxLength: number) =>
      client.fetchOne(String(uid), { uid: true, size: true, source: { start: 0, maxLength } }, { uid: true })
    return {
      uidValidity: String(uidValidity),
      uidNext,
      /** Lists the UIDs from this one on, or, without one, of what came since that day; sorted. */
      async list(from: { uid: number } | { since: Date }): Promise<number[]> {
        const query = "uid" in from ? { uid: `${from.uid}:*` } : { since: from.since }
        const found = (await client.search(query, { uid: true })) || []
        // « 9:* » is the last mail even if its UID is 8 (RFC 9051 §9).
        return found.filter((uid) => !("uid" in from) || uid >= from.uid).sort((a, b) => a - b)
      },
      /** Returns the size of a mail and its beginning, or undefined if it is gone. */
      async readBeginning(uid: number) {
        const mail = await fetch(uid, HEAD_BYTES)
        const { size = 0, source } = mail || {}
        return source && { size, beginning: source }
      },
      async read(uid: number): Promise<Buffer | undefined> {
        const mail = await fetch(uid, MAIL_BYTES_MAX)
        return mail ? mail.source : undefined
      },
      close: () => client.close(),
    }
  } catch (error) {
    client.close()
    throw error
  }
}

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>

/** Returns only codes, because a server's response may repeat names or credentials. */
export function describeMailboxFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  const { code, authenticationFailed, serverResponseCode, responseStatus } = error as Error & {
    code?: string
    authenticationFailed?: boolean
    serverResponseCode?: string
    responseStatus?: string
  }
  const codes = [authenticationFailed && "login refused", code, serverResponseCode, responseStatus].filter(Boolean)
  return codes.join(" ") || error.name
}
