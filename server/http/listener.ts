import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net"
import { getRequestListener, RequestError } from "@hono/node-server"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError, toAppError } from "#server/errors.ts"
import type { FastPath } from "./fast-path.ts"
import { endWithResponse } from "./raw-response.ts"

interface App {
  fetch: Parameters<typeof getRequestListener>[0]
  fastPath?: FastPath | undefined
}

type Headers = Record<string, string>

/**
 * A proxy that keeps a connection for longer than the server sends a request on one that is just closing, and answers
 * 502 to a POST, which it may not repeat. Caddy keeps them for two minutes, nginx and Amazon's balancer for one.
 */
export const KEEP_ALIVE_MS = 150_000

export function listenerOf({ fetch, fastPath }: App, headers: Headers): RequestListener {
  const listener = nameProbes(getRequestListener(fetch, { errorHandler: (error) => rejectRequest(error, headers) }))
  return fastPath?.(listener) ?? listener
}

/** Balancers ask these in HTTP/1.0 or without a Host, of which the answers do not depend. */
const PROBE_PATHS = new Set(["/api/health", "/api/ready", "/metrics"])

function nameProbes(listener: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    const [path = ""] = incoming.url?.split("?") ?? []
    if (!incoming.headers.host && PROBE_PATHS.has(path)) incoming.headers.host = "localhost"
    return listener(incoming, outgoing)
  }
}

/** Opens an HTTP server whose responses all have these headers, even those to malformed requests. */
export function openServer(listener: RequestListener, headers: Headers): Server {
  const responses = new WeakMap<Socket, ServerResponse[]>()
  // With pipelining, several responses are pending on one socket.
  function track({ socket }: IncomingMessage, response: ServerResponse) {
    responses.set(socket, [...(responses.get(socket)?.filter((other) => !other.writableFinished) ?? []), response])
  }
  // Node's limits on the time of a request would break off uploads over a slow line.
  const limits = { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: 0, requestTimeout: 0 }
  const server = createServer({ requireHostHeader: false, ...limits })
  // Node emits a different event for a request with an unknown Expect header.
  for (const event of ["request", "checkExpectation"]) server.on(event, track).on(event, listener)
  return server.on("clientError", (error, socket: Socket) => {
    const hasStarted = responses.get(socket)?.some((response) => response.headersSent && !response.writableFinished)
    if (!socket.writable || hasStarted) socket.destroy(error)
    else rejectMalformed(error, socket, headers)
  })
}

/**
 * Listens there, and on `::1` too where `localhost` reaches only `127.0.0.1` otherwise: some machines know the name by
 * its IPv6 address alone. Returns what listens beside the server.
 */
export async function listen(server: Server, port: number, host: string): Promise<{ stop(): Promise<void> }> {
  await once(server.listen(port, host === "localhost" ? "127.0.0.1" : host), "listening")
  const { port: taken } = server.address() as AddressInfo
  const beside = createTcpServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit("connection", socket))
  if (["localhost", "0.0.0.0"].includes(host)) {
    // A machine may lack IPv6, and another program may have the port there.
    await once(beside.listen(taken, "::1"), "listening").catch(() => {})
    beside.on("error", () => {})
  }
  return {
    async stop() {
      beside.close()
    },
  }
}

/** Responds to a request that never reaches the app, such as one with an invalid Host. */
function rejectRequest(error: unknown, headers: Headers): Response {
  const isMalformed = error instanceof RequestError
  const { status, message } = isMalformed ? new AppError("invalid", responseTexts.malformedRequest) : toAppError(error)
  return Response.json({ success: false, message }, { status, headers: { ...headers, ...uncached } })
}

const uncached = { "Cache-Control": "no-store" }

/** Node itself would send these statuses. */
const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

function rejectMalformed({ code = "" }: NodeJS.ErrnoException, socket: Socket, headers: Headers) {
  endWithResponse(socket, { status: statuses[code] ?? 400, message: responseTexts.malformedRequest, headers })
  socket.destroySoon()
}
