import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { Server as NetServer, type Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import type { Log } from "#server/log.ts"

/** A connection that moves fewer bytes in this time, while it is its turn to move them, is cut. */
const PACE = { windowMs: 30_000, bytes: 8_000, checkMs: 5_000 }

/** At a stop, a connection on which nothing has been asked for so long is closed. */
const GRACE_MS = 500

type Phase = "waiting" | "receiving" | "working" | "sending"

interface Watched {
  request?: IncomingMessage
  response?: ServerResponse
  /** As it was when it last moved. */
  seen: { phase: Phase; request: IncomingMessage | undefined; bytes: number; at: number }
}

/**
 * Cuts whoever holds a connection and does not use it: one that says nothing, drips its headers or its body, or does not
 * read its answer. It counts bytes instead of time, so that twelve pictures over a slow line arrive, however long that
 * takes. What the site itself takes its time for is nobody else's fault.
 */
export function watchConnections(server: Server, { log, pace = PACE }: { log: Log; pace?: typeof PACE }) {
  const sockets = new Map<Socket, Watched>()
  let stopping = false

  server.on("connection", (socket: Socket) => {
    sockets.set(socket, { seen: { phase: "waiting", request: undefined, bytes: 0, at: performance.now() } })
    socket.once("close", () => sockets.delete(socket))
  })
  server.on("request", begin)
  // Node tells of a request apart that bears an Expect of its own.
  server.on("checkExpectation", begin)
  const timer = setInterval(cutSlow, pace.checkMs).unref()
  server.once("close", () => clearInterval(timer))

  function begin(request: IncomingMessage, response: ServerResponse) {
    const watched = sockets.get(request.socket)
    if (watched) Object.assign(watched, { request, response })
    if (stopping) response.shouldKeepAlive = false
  }

  function cutSlow() {
    const cut = { waiting: 0, receiving: 0, working: 0, sending: 0 }
    const at = performance.now()
    for (const [socket, watched] of sockets) {
      const now = { phase: phaseOf(socket, watched), request: watched.request, bytes: movedBytes(socket), at }
      if (hasMoved(watched.seen, now, pace.bytes)) watched.seen = now
      else if (at - watched.seen.at >= pace.windowMs) {
        cut[now.phase] += 1
        socket.destroy()
      }
    }
    const { waiting, receiving, sending } = cut
    if (waiting + receiving + sending > 0) log.info({ waiting, receiving, sending }, "slow connections closed")
  }

  /** Takes no more connections, and resolves when every request under way is answered. */
  async function stop(): Promise<void> {
    stopping = true
    // Not http's own close: it breaks connections on which a request is just arriving.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    for (const { response } of sockets.values()) if (response) response.shouldKeepAlive = false
    await pause(GRACE_MS)
    const timer = setInterval(closeWaiting, 50)
    await closed
    clearInterval(timer)
  }

  function closeWaiting() {
    for (const [socket, watched] of sockets) if (phaseOf(socket, watched) === "waiting") socket.destroy()
  }

  return { stop }
}

/** Whose turn it is: the caller's, with the next request or the rest of one, the site's, or the reader's. */
function phaseOf(socket: Socket, { request, response }: Watched): Phase {
  if (!request || !response || response.writableFinished) return "waiting"
  if (socket.writableLength > 0) return "sending"
  // What has come and is not read yet waits for the site.
  return request.complete || request.readableLength > 0 ? "working" : "receiving"
}

function hasMoved(before: Watched["seen"], now: Watched["seen"], bytes: number): boolean {
  if (now.phase === "working" || now.phase !== before.phase || now.request !== before.request) return true
  // The head of a request has to be whole within the time, in however many pieces it comes.
  return now.phase !== "waiting" && now.bytes - before.bytes >= bytes
}

/** What has come in, and what the system has taken over: of a large answer Node tells that only here. */
function movedBytes(socket: Socket): number {
  const { _handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  return socket.bytesRead + socket.bytesWritten - (_handle?.writeQueueSize ?? socket.writableLength)
}
