import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { getRequestListener, RequestError } from "@hono/node-server"
import type { createApp } from "#server/app.ts"
import { messages } from "#server/contract/response-messages.ts"
import { AppError, toAppError } from "#server/errors.ts"

type App = ReturnType<typeof createApp>

type Headers = Record<string, string>

/** The app as a listener for node:http. */
export function listenerOf({ fetch }: Pick<App, "fetch">, headers: Headers): RequestListener {
  return getRequestListener(fetch, { errorHandler: (error) => refuse(error, headers) })
}

/** A server all of whose answers bear these headers, those too that are given before a listener is asked. */
export function openServer(listener: RequestListener, headers: Headers): Server {
  // Node's own limits are of time, and would break off pictures that come over a slow line.
  return createServer({ requireHostHeader: false, headersTimeout: 0, requestTimeout: 0 }, listener)
    .on("checkExpectation", listener)
    .on("clientError", (error, socket) => refuseMalformed(error, socket as Socket, headers))
}

/** What the app never gets to see, such as a Host that is none, is refused as the app refuses. */
function refuse(error: unknown, headers: Headers): Response {
  const isMalformed = error instanceof RequestError
  const { status, message } = isMalformed ? new AppError("invalid", messages.malformedRequest) : toAppError(error)
  return Response.json({ success: false, message }, { status, headers: { ...headers, ...unkept } })
}

const unkept = { "Cache-Control": "no-store" }

/** As Node's own answers have it. */
const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Answers what is no HTTP, unless that would end up amid an answer under way. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket, headers: Headers) {
  const { _httpMessage: underWay } = socket as { _httpMessage?: ServerResponse }
  if (!socket.writable || underWay?.headersSent) return socket.destroy(error)
  const status = statuses[error.code ?? ""] ?? 400
  const body = JSON.stringify({ success: false, message: messages.malformedRequest })
  const sent = {
    ...headers,
    ...unkept,
    Connection: "close",
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
  }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`)
  socket.destroySoon()
}
