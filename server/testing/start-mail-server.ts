import { createServer, type Server } from "node:net"
import { SMTPServer } from "smtp-server"

/**
 * The server's response to the next mail: `reject` is for now and `refuse` for good, `lost-response` stores the mail and
 * reports a failure, and `disconnect` stores it and ends the connection.
 */
export type Behaviour = "accept" | "reject" | "refuse" | "hang" | "lost-response" | "disconnect"

interface Mail {
  /** The headers, unfolded to one line each, with encoded words decoded. */
  headers: string[]
  /** Returns the first header of that name. */
  header(name: string): string | undefined
  text: string
  /** The recipients of the envelope. */
  recipients: string[]
}

interface Options {
  port?: number
  behaviour?: Behaviour
  /** Rejects each log-in with a response that repeats the password. */
  rejectLogin?: boolean
  delayMs?: number
  /** Rejects these recipients for now. */
  rejectedRecipients?: string[]
}

/** Starts a real SMTP server on this machine that stores received mails. */
export async function startMailServer({
  port = 0,
  behaviour = "accept",
  rejectLogin = false,
  delayMs = 0,
  rejectedRecipients = [],
}: Options = {}) {
  const mails: Mail[] = []
  const state = { behaviour, rejectedRecipients }
  const server = new SMTPServer({
    disabledCommands: rejectLogin ? ["STARTTLS"] : ["STARTTLS", "AUTH"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    authOptional: !rejectLogin,
    onAuth: ({ username, password }, _session, done) => done(new Error(`no ${username} with ${password}`)),
    onRcptTo: ({ address }, _session, done) => done(state.rejectedRecipients.includes(address) ? failure(451) : null),
    async onData(stream, { envelope }, done) {
      // A sender that ends in the middle of a mail needs no response.
      const chunks: Buffer[] | undefined = await stream.toArray().catch(() => undefined)
      if (!chunks) return
      if (state.behaviour === "hang") return
      const recipients = envelope.rcptTo.map(({ address }) => address)
      const mail = readMail(Buffer.concat(chunks).toString("utf8"))
      if (state.behaviour !== "reject" && state.behaviour !== "refuse") mails.push({ ...mail, recipients })
      if (state.behaviour === "disconnect") {
        for (const connection of server.connections) connection.close()
        return
      }
      const code = state.behaviour === "refuse" ? 550 : 451
      setTimeout(() => done(state.behaviour === "accept" ? null : failure(code)), delayMs)
    },
  })
  server.on("error", () => {})
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const boundPort = portOf(server.server)
  return Object.assign(state, {
    mails,
    port: boundPort,
    url: `smtp://127.0.0.1:${boundPort}`,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(resolve))
    },
  })
}

function failure(responseCode: number): Error {
  return Object.assign(new Error("no"), { responseCode })
}

/** Starts a server that accepts connections and never responds, or ends each of them at once. */
export async function startSilentServer({ hangsUp = false } = {}) {
  const server = createServer((socket) => {
    socket.on("error", () => {})
    if (hangsUp) socket.end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `smtp://127.0.0.1:${portOf(server)}`,
    [Symbol.dispose]() {
      server.close()
    },
  }
}

export function portOf(server: Server): number {
  const address = server.address()
  return typeof address === "object" && address ? address.port : 0
}

function readMail(source: string): Omit<Mail, "recipients"> {
  const end = source.indexOf("\r\n\r\n")
  const headers = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")
    .map(readEncodedWords)
  const header = (name: string) =>
    headers.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))?.slice(name.length + 2)
  const body = source.slice(end + 4)
  const encoding = header("Content-Transfer-Encoding")
  const text =
    encoding === "base64"
      ? Buffer.from(body, "base64").toString()
      : encoding === "quoted-printable"
        ? unquote(body)
        : body
  return { headers, header, text: text.replace(/\r\n/g, "\n") }
}

/** Decodes the encoded words of RFC 2047, between which white space does not count. */
function readEncodedWords(line: string): string {
  return line
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?(b|q)\?(.*?)\?=/gi, (_word, kind: string, code: string) =>
      kind.toLowerCase() === "b" ? Buffer.from(code, "base64").toString() : unquote(code.replace(/_/g, " ")),
    )
}

/** Decodes quoted-printable text (RFC 2045 §6.7). */
function unquote(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, "latin1").toString()
}
