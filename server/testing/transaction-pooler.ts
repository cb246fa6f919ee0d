import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

const TERMINATE = "X".charCodeAt(0)
const READY = "Z".charCodeAt(0)
const READY_BYTES = 6

/**
 * Starts a pooler in front of the socket of a PostgreSQL server whose clients share one session, one statement after
 * the other.
 */
export async function startTransactionPooler(socketFile: string) {
  const session = connect(socketFile)
  let active: Socket | undefined
  let greeting: Promise<Buffer> | undefined
  session.on("data", (chunk) => active?.write(chunk))

  async function greet(startup: Buffer): Promise<Buffer> {
    session.write(startup)
    const chunks: Buffer[] = []
    do chunks.push((await once(session, "data"))[0])
    while (Buffer.concat(chunks).at(-READY_BYTES) !== READY)
    return Buffer.concat(chunks)
  }

  const server = createServer((client) => {
    client.on("error", () => {})
    client.once("data", async (startup) => {
      greeting ??= greet(startup)
      client.write(await greeting)
      client.on("data", (chunk) => {
        if (chunk[0] === TERMINATE) return client.end()
        active = client
        session.write(chunk)
      })
    })
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  return {
    url: (database: string) =>
      `postgres://site@127.0.0.1:${typeof address === "object" ? address?.port : 0}/${database}`,
    [Symbol.dispose]() {
      server.close()
      session.destroy()
    },
  }
}
