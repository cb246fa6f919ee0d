import { once } from "node:events"
import { readdir } from "node:fs/promises"
import type { RequestListener } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { createLog } from "#server/log.ts"
import { makeForm, makePicture } from "#server/testing/make-picture.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { listenerOf, openServer } from "./listener.ts"
import { watchConnections } from "./slow-clients.ts"

/** A hundredth of what the site allows. */
const pace = { windowMs: 300, bytes: 80, checkMs: 50 }

async function listen(listener: RequestListener) {
  const lines: string[] = []
  const server = openServer(listener, {})
  server.keepAliveTimeout = 0
  const connections = watchConnections(server, { log: createLog("info", (line) => lines.push(line)), pace })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    ...connections,
    port,
    lines,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await connections.stop()
    },
  }
}

/** A bare connection: what it was sent, and when it is over. */
function open(port: number, given: { highWaterMark?: number } = {}) {
  const socket = connect({ port, host: "127.0.0.1", ...given })
  let received = ""
  const over = new Promise<void>((resolve) => socket.once("close", () => resolve()))
  socket.on("error", () => {})
  return {
    socket,
    over,
    received: () => received,
    read() {
      socket.on("data", (chunk) => {
        received += chunk.toString("latin1")
      })
    },
  }
}

/** One byte after the other, for as long as anybody listens. */
async function drip(socket: Socket, text: string) {
  for (const byte of text) {
    if (socket.destroyed) return
    socket.write(byte)
    await pause(40)
  }
}

const answer: RequestListener = (request, response) => {
  request.resume().on("end", () => response.end("merci"))
  request.on("error", () => {})
}

const head = "POST / HTTP/1.1\r\nHost: site.example\r\nContent-Length: 5000\r\n\r\n"

test.each([
  ["says nothing", "", ""],
  ["drips its headers", "GET / HTTP/1.1\r\n", `Host: site.example\r\nX-Slow: ${"a".repeat(5000)}`],
  ["drips its body", head, "a".repeat(5000)],
  ["sends half a body and no more", `${head}${"a".repeat(2500)}`, ""],
  ["sends empty lines after an answer", "GET / HTTP/1.1\r\nHost: site.example\r\n\r\n", "\r\n".repeat(2500)],
])("a connection that %s is cut", async (_what, first, rest) => {
  await using site = await listen(answer)
  const { socket, over, read } = open(site.port)
  read()
  socket.write(first)
  await Promise.all([over, pause(60).then(() => drip(socket, rest))])
  expect(site.lines.join("")).toContain('"event":"slow connections closed"')
})

test("a connection whose answer nobody reads is cut", async () => {
  await using site = await listen((_request, response) => response.end(Buffer.alloc(64 * 1024 * 1024)))
  const { socket, over } = open(site.port)
  socket.write("GET / HTTP/1.1\r\nHost: site.example\r\n\r\n")
  await pause(200)
  socket.once("data", () => socket.pause())
  await expect.poll(() => site.lines.join("")).toContain('"sending":1')
  socket.resume()
  await over
})

test("a reader who takes an answer in slowly, and a body that comes slowly, are left alone", async () => {
  const size = 16 * 1024 * 1024
  await using site = await listen((request, response) =>
    request.resume().on("end", () => response.end(Buffer.alloc(size, "a"))),
  )
  const { socket, over } = open(site.port)
  let received = 0
  socket.on("data", (chunk) => {
    received += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), 2)
  })
  socket.write("POST / HTTP/1.1\r\nHost: site.example\r\nConnection: close\r\nContent-Length: 1000\r\n\r\n")
  for (let part = 0; part < 20; part += 1) {
    await pause(50)
    socket.write("a".repeat(50))
  }
  await over
  expect(received).toBeGreaterThan(size)
  expect(site.lines).toEqual([])
})

test.each(["", "Expect: surprises\r\n"])(
  "who waits for an answer that takes long is left alone, %j",
  async (header) => {
    await using site = await listen((_request, response) => setTimeout(() => response.end("enfin"), 900))
    const { socket, over, received, read } = open(site.port)
    read()
    socket.write(`GET / HTTP/1.1\r\nHost: site.example\r\nConnection: close\r\n${header}\r\n`)
    await over
    expect(received()).toContain("enfin")
  },
)

test.each(["/api/contact", "/upload"])("a body for %s that stops coming leaves nothing behind", async (path) => {
  await using app = await startApp()
  const headers = await signInAs(app, "admin")
  await using site = await listen(listenerOf(app.app, {}))
  const form = new Response(makeForm({ images: await makePicture({ width: 900, height: 900 }) }))
  const [type, body] =
    path === "/upload" ? [form.headers.get("Content-Type"), await form.text()] : ["application/json", '{"firstName":"A']
  const { socket, over } = open(site.port)
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: site.example\r\nCookie: ${headers.Cookie}\r\nContent-Type: ${type}\r\n` +
      `Content-Length: 99999\r\n\r\n${body?.slice(0, 600)}`,
  )
  await over
  await expect.poll(() => app.lines.join("")).toContain(`"path":"${path}","status":4`)
  expect(app.lines.join("")).not.toContain("failed")
  expect(await readdir(app.uploads)).toEqual([])
})

test.each([
  ["POST /api/contact", 1_200_000, 413],
  ["PUT /api/projects/1", 900_000, 401],
])("after a large body for %s was refused, its connection goes on", async (call, length, status) => {
  await using app = await startApp()
  await using site = await listen(listenerOf(app.app, {}))
  const { socket, received, read } = open(site.port)
  read()
  const type = "Content-Type: application/json"
  socket.write(`${call} HTTP/1.1\r\nHost: site.example\r\n${type}\r\nContent-Length: ${length}\r\n\r\n`)
  socket.write("a".repeat(length))
  await expect.poll(received).toContain(`HTTP/1.1 ${status}`)
  // A body that nobody reads to its end has the connection closed after half a second.
  for (let count = 1; count <= 5; count += 1) {
    await pause(150)
    socket.write("GET /api/health HTTP/1.1\r\nHost: site.example\r\n\r\n")
    await expect.poll(() => received().split('{"status":"ok"}').length - 1).toBe(count)
  }
  socket.destroy()
})

test("a stop answers what has been asked for, as the connection's last, and takes nothing new", async () => {
  const asked = Promise.withResolvers<void>()
  await using site = await listen((_request, response) => {
    asked.resolve()
    setTimeout(() => response.end("fait"), 200)
  })
  const [busy, idle, silent] = [open(site.port), open(site.port), open(site.port)]
  for (const { read } of [busy, idle, silent]) read()
  const request = "GET / HTTP/1.1\r\nHost: site.example\r\n\r\n"
  idle.socket.write(request)
  await expect.poll(idle.received).toContain("fait")
  busy.socket.write(request)
  await asked.promise
  const stopped = site.stop()
  // Sent before it could know.
  idle.socket.write(request)
  await expect(fetch(`http://127.0.0.1:${site.port}`)).rejects.toThrow()
  await Promise.all([stopped, busy.over, idle.over, silent.over])
  expect(busy.received()).toMatch(/Connection: close.*fait/s)
  expect(idle.received()).toMatch(/fait.*Connection: close.*fait/s)
  expect(silent.received()).toBe("")
})
