import { createServer, type Socket } from "node:net"
import { portOf } from "./start-mail-server.ts"

interface StoredMail {
  uid: number
  source: Buffer
  /** What the server says of its size. */
  size: number
}

const PASSWORD = "mot-de-passe"

/** Starts a server on this machine that knows as much of IMAP (RFC 3501) as reading a mailbox takes. */
export async function startImapServer() {
  const mails: StoredMail[] = []
  /** What clients have asked for, without the tags. */
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const state = {
    uidValidity: 1,
    rejectsLogin: false,
    /** Ends the connection when this mail is to be read. */
    hangsUpAt: undefined as number | undefined,
  }

  function answer(socket: Socket, tag: string, command: string) {
    const send = (...lines: (string | Buffer)[]) => {
      for (const line of lines) socket.write(line)
    }
    const ok = (text = "done") => send(`${tag} OK ${text}\r\n`)
    const [name = ""] = /^(?:UID )?\w+/i.exec(command) ?? []
    switch (name.toUpperCase()) {
      case "LOGIN":
        if (state.rejectsLogin || !command.includes(PASSWORD))
          return send(`${tag} NO [AUTHENTICATIONFAILED] no ${command}\r\n`)
        return ok()
      case "CAPABILITY":
        send("* CAPABILITY IMAP4rev1\r\n")
        return ok()
      case "LIST":
        send('* LIST () "/" INBOX\r\n')
        return ok()
      case "EXAMINE":
      case "SELECT":
        send(`* ${mails.length} EXISTS\r\n* OK [UIDVALIDITY ${state.uidValidity}] v\r\n`)
        send(`* OK [UIDNEXT ${nextUid()}] n\r\n* FLAGS ()\r\n`)
        return ok("[READ-ONLY] done")
      case "UID SEARCH": {
        const from = Number(/UID (\d+):\*/i.exec(command)?.[1] ?? 0)
        const found = mails.filter(({ uid }, index) => uid >= from || index === mails.length - 1)
        send(`* SEARCH ${found.map(({ uid }) => uid).join(" ")}\r\n`)
        return ok()
      }
      case "UID FETCH": {
        const [, uid, length] = /^UID FETCH (\d+) .*BODY\.PEEK\[\]<0\.(\d+)>/i.exec(command) ?? []
        if (state.hangsUpAt === Number(uid)) return socket.destroy()
        const index = mails.findIndex((mail) => mail.uid === Number(uid))
        const mail = mails[index]
        if (mail) {
          const part = mail.source.subarray(0, Number(length))
          send(
            `* ${index + 1} FETCH (UID ${uid} RFC822.SIZE ${mail.size} BODY[]<0> {${part.length}}\r\n`,
            part,
            ")\r\n",
          )
        }
        return ok()
      }
      case "LOGOUT":
        send("* BYE\r\n")
        return ok()
      case "NOOP":
        return ok()
      default:
        return send(`${tag} BAD unknown\r\n`)
    }
  }

  function nextUid(): number {
    return (mails.at(-1)?.uid ?? 0) + 1
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {}).on("close", () => sockets.delete(socket))
    socket.write("* OK ready\r\n")
    let waiting = ""
    socket.on("data", (data) => {
      const lines = (waiting + data.toString("latin1")).split("\r\n")
      waiting = lines.pop() ?? ""
      for (const line of lines) {
        const [tag = "", ...command] = line.split(" ")
        commands.push(command.join(" "))
        answer(socket, tag, command.join(" "))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return Object.assign(state, {
    mails,
    commands,
    url: `imap://bureau%40lisanga.example:${PASSWORD}@127.0.0.1:${portOf(server)}`,
    /** Puts a mail into the mailbox. Lines may end in a line feed alone. */
    deliver(source: string | Buffer, size?: number) {
      const content = typeof source === "string" ? Buffer.from(source.replace(/\r?\n/g, "\r\n")) : source
      mails.push({ uid: nextUid(), source: content, size: size ?? content.length })
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
