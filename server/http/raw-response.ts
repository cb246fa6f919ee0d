import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"

interface RawResponse {
  status: number
  message: string
  headers: Record<string, string>
  isPage?: boolean
}

/** Sends a whole response past node:http, which knows no request there or may still answer it; the connection ends. */
export function endWithResponse(socket: Socket, { status, message, headers, isPage = false }: RawResponse) {
  const body = isPage
    ? `<!DOCTYPE html><html lang="fr"><meta charset="utf-8"><title>${message}</title><h1>${message}</h1></html>`
    : JSON.stringify({ success: false, message })
  const sent = {
    ...headers,
    "Cache-Control": "no-store",
    Connection: "close",
    "Content-Type": isPage ? "text/html; charset=utf-8" : "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
  }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`)
}
