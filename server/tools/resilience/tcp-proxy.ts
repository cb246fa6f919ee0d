import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

/** Starts a proxy in front of a port or a Unix socket, such as a database's, which can be cut without a word. */
export async function startTcpProxy(target: string | number) {
  let accepted = 0
  const sockets = new Set<Socket>()
  let isCut = false

  function forward(from: Socket, to: Socket) {
    sockets.add(from)
    // Nothing is read, acknowledged or closed any more, so neither side notices the cut.
    if (isCut) from.pause()
    from.on("data", (chunk) => to.write(chunk))
    from.on("error", () => to.destroy())
    from.on("close", () => {
      sockets.delete(from)
      to.destroy()
    })
  }

  const server = createServer((client) => {
    accepted += 1
    const server = typeof target === "number" ? connect(target, "127.0.0.1") : connect(target)
    forward(client, server)
    forward(server, client)
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  return {
    port: typeof address === "object" && address ? address.port : 0,
    /** Returns the number of connections so far. */
    accepted: () => accepted,
    cut() {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    /** Data that was on its way arrives late, as after a cable was plugged in again. */
    mend() {
      isCut = false
      for (const socket of sockets) socket.resume()
    },
    [Symbol.dispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
