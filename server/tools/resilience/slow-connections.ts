import { readFileSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import type { Site } from "#server/testing/start-site.ts"

/** Something that a client does with a connection instead of using it properly. */
export type Misuse = (socket: Socket) => unknown

const host = "Host: site.example\r\n"
const json = "Content-Type: application/json\r\nContent-Length: 9999\r\n\r\n"
const boundary = '--b\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n'

export function misuses(headers: { Cookie: string }): Record<string, Misuse> {
  return {
    "say nothing": () => {},
    "drip their headers": (socket) => {
      socket.write(`GET / HTTP/1.1\r\n${host}X-Slow: `)
      return everySoOften(socket, () => socket.write("a"))
    },
    "drip a JSON body": (socket) => {
      socket.write(`POST /api/contact HTTP/1.1\r\n${host}${json}{"`)
      return everySoOften(socket, () => socket.write("a"))
    },
    "drip an upload": (socket) => {
      const type = `Cookie: ${headers.Cookie}\r\nContent-Type: multipart/form-data; boundary=b\r\n`
      socket.write(`POST /upload HTTP/1.1\r\n${host}${type}Content-Length: 9999999\r\n\r\n${boundary}`)
      return everySoOften(socket, () => socket.write("a"))
    },
    "do not read their answers": (socket) => {
      socket.pause()
      requestMuch(socket)
    },
    "read their answers by drips": (socket) => {
      socket.pause()
      requestMuch(socket)
      return everySoOften(socket, () => socket.read(100))
    },
  }
}

/** Requests more than the operating system's buffers take. */
function requestMuch(socket: Socket) {
  socket.write(`GET /api/projects HTTP/1.1\r\n${host}\r\n`.repeat(300))
}

/** Opens a connection and misuses it; `openPorts` tells by its port whether the site still holds it. */
export async function hold({ url }: Pick<Site, "url">, misuse: Misuse): Promise<{ socket: Socket; port: number }> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on("error", () => {})
  await new Promise<void>((resolve) => socket.once("connect", resolve))
  const { localPort = 0 } = socket
  void misuse(socket)
  return { socket, port: localPort }
}

const EVERY_MS = 5000

async function everySoOften(socket: Socket, act: () => void) {
  while (!socket.destroyed) {
    await pause(EVERY_MS, undefined, { ref: false })
    if (!socket.destroyed) act()
  }
}

const [ESTABLISHED, CLOSE_WAIT] = ["01", "08"]

/** Lists the client ports of the site's open connections from Linux, since a client that never reads sees no end. */
export function openPorts({ url }: Pick<Site, "url">): Set<number> {
  const own = Number(new URL(url).port)
  const lines = readFileSync("/proc/net/tcp", "utf8").trim().split("\n").slice(1)
  const ports = lines.flatMap((line) => {
    const [, local = "", remote = "", state] = line.trim().split(/\s+/)
    const isOpen = state === ESTABLISHED || state === CLOSE_WAIT
    return isOpen && portOf(local) === own ? portOf(remote) : []
  })
  return new Set(ports)
}

function portOf(address: string): number {
  return Number.parseInt(address.slice(address.indexOf(":") + 1), 16)
}
