import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Log } from "#server/log.ts"
import { endWithResponse } from "./raw-response.ts"

/**
 * A connection is cut if the client moves less than `bytes` in `windowMs` while the server waits for it. Node reports a
 * write without progress after once or twice `stallMs`, and twice must be less than a minute.
 */
const PACE = { windowMs: 30_000, bytes: 8_000, checkMs: 5_000, stallMs: 25_000 }

/** After this time a graceful shutdown closes the connections that have no request. */
const GRACE_MS = 500

/** In the phase "working" the client waits for the server; in the others the server waits for the client. */
type Phase = "waiting" | "idle" | "receiving" | "working" | "sending"

interface Connection {
  request?: IncomingMessage
  response?: ServerResponse
  /** The number of bytes that had arrived when the last response was sent. */
  readBefore?: number
  last: { phase: Phase; request: IncomingMessage | undefined; bytes: number; at: number }
}

interface Options {
  log: Log
  /** The headers of every response. */
  headers?: Record<string, string>
  pace?: typeof PACE
}

/**
 * Cuts connections that send or read too slowly: silent ones, dripped headers, dripped bodies, responses that are not
 * read. It counts bytes rather than the time of a request, so that large uploads over a slow line arrive.
 */
export function watchConnections(server: Server, { log, headers = {}, pace = PACE }: Options) {
  const connections = new Map<Socket, Connection>()
  const cut: Partial<Record<Phase, number>> = {}
  let accepted = 0
  let stopping = false

  server.on("connection", (socket: Socket) => {
    accepted += 1
    connections.set(socket, { last: { phase: "waiting", request: undefined, bytes: 0, at: performance.now() } })
    socket.once("close", () => connections.delete(socket))
  })
  for (const event of ["request", "checkExpectation"]) server.prependListener(event, begin)
  // Node counts the bytes that the client takes of one large write as activity, which no public counter shows.
  server.setTimeout(pace.stallMs, (socket) => {
    const connection = connections.get(socket)
    const phase = connection && phaseOf(socket, connection)
    if (phase === "idle") socket.destroySoon()
    if (phase === "sending") cutConnection(socket, phase)
  })
  const timer = setInterval(cutSlow, pace.checkMs).unref()
  server.once("close", () => clearInterval(timer))

  function begin(request: IncomingMessage, response: ServerResponse) {
    const connection = connections.get(request.socket)
    if (connection) Object.assign(connection, { request, response })
    response.once("finish", () => Object.assign(connection ?? {}, { readBefore: request.socket.bytesRead }))
    if (stopping) response.setHeader("Connection", "close")
  }

  function cutSlow() {
    const at = performance.now()
    for (const [socket, connection] of connections) {
      const { last, request } = connection
      const bytes = socket.bytesRead + socket.bytesWritten - socket.writableLength
      const now = { phase: phaseOf(socket, connection), request, bytes, at }
      if (hasProgressed(last, now, pace.bytes)) connection.last = now
      else if (at - last.at >= allowedMs(socket, now.phase)) cutConnection(socket, now.phase)
    }
    if (Object.keys(cut).length > 0) log.info(cut, "slow connections closed")
    for (const phase of Object.keys(cut) as Phase[]) delete cut[phase]
  }

  /** Returns the time that a write may take by its size, since it counts only once all of it has left. */
  function allowedMs(socket: Socket, phase: Phase): number {
    if (phase === "idle") return pace.windowMs + server.keepAliveTimeout
    return pace.windowMs * Math.max(1, socket.writableLength / pace.bytes)
  }

  function cutConnection(socket: Socket, phase: Phase) {
    cut[phase] = (cut[phase] ?? 0) + 1
    socket.destroy()
  }

  /** Refuses new connections, and resolves when every request under way has its response. */
  async function stop(): Promise<void> {
    stopping = true
    for (const { response } of connections.values()) {
      if (response && !response.headersSent) response.setHeader("Connection", "close")
    }
    await acceptQueued()
    // close() would also reset connections on which a request is just arriving.
    server.closeIdleConnections = () => {}
    server.close()
    await pause(GRACE_MS)
    for (; connections.size > 0; await pause(50)) await closeUnused()
  }

  /** Accepts waiting connections, one per event-loop turn as Node does, since closing the server would reset them. */
  async function acceptQueued() {
    const until = performance.now() + GRACE_MS
    let before: number
    do {
      before = accepted
      // Between two immediates the loop polls its sockets once.
      await nextTurn()
      await nextTurn()
    } while (accepted > before && performance.now() < until)
  }

  async function closeUnused() {
    // A busy event loop may not have read the data that have arrived.
    await nextTurn()
    for (const [socket, connection] of connections) {
      if (["waiting", "idle"].includes(phaseOf(socket, connection))) socket.destroySoon()
    }
  }

  /** Answers 503 where no response has begun, so that clients and proxies know that they may try elsewhere. */
  function rejectPending(): void {
    for (const [socket, connection] of connections) {
      const phase = phaseOf(socket, connection)
      const { request, response } = connection
      if (phase === "idle" || response?.headersSent) continue
      const isNewHead = phase === "waiting" && socket.bytesRead > (connection.readBefore ?? 0)
      if (phase === "waiting" ? !isNewHead : !response) continue
      const isPage = request?.headers.accept?.includes("text/html") ?? false
      // Only the sending half ends: a reset would take the answer from a client that is still sending.
      endWithResponse(socket, {
        status: 503,
        message: responseTexts.busy,
        headers: { ...headers, ...RETRY_LATER },
        isPage,
      })
    }
  }

  return { stop, rejectPending }
}

/** By then another instance, or the next start, answers. */
const RETRY_LATER = { "Retry-After": "5" }

function phaseOf(socket: Socket, { request, response, readBefore }: Connection): Phase {
  if (!request || !response) return "waiting"
  // The head of a further request has begun to arrive.
  if (response.writableFinished) return socket.bytesRead === readBefore ? "idle" : "waiting"
  if (socket.writableLength > 0) return "sending"
  // Data that have arrived, but are not read yet, wait for the server.
  return request.complete || request.readableLength > 0 ? "working" : "receiving"
}

function hasProgressed(before: Connection["last"], now: Connection["last"], bytes: number): boolean {
  if (now.phase === "working" || now.phase !== before.phase || now.request !== before.request) return true
  // The head of a request must be complete within the time, in however many pieces it arrives.
  return now.phase !== "waiting" && now.phase !== "idle" && now.bytes - before.bytes >= bytes
}
