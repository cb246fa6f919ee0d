import { once } from "node:events"
import { readdir } from "node:fs/promises"
import type { RequestListener } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { expect, test, vi } from "vitest"
import { createLog } from "#server/log.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { listenerOf, openServer } from "./listener.ts"
import { watchConnections } from "./slow-clients.ts"

/** This is the production pace, thirty times faster. */
const pace = { windowMs: 1_000, bytes: 270, checkMs: 100, stallMs: 1_000 }

/** With this pace nothing is cut. */
const patient = { windowMs: 60_000, bytes: 1, checkMs: 60_000, stallMs: 60_000 }

async function listen(listener: RequestListener, limits = pace, keepAliveMs = 0) {
  const lines: string[] = []
  const server = openServer(listener, {})
  server.keepAliveTimeout = keepAliveMs
  const connections = watchConnections(server, { log: createLog("info", (line) => lines.push(line)), pace: limits })
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

/** Opens a bare connection, and notes what it receives and when it is closed. */
function open(port: number) {
  const socket = connect({ port, host: "127.0.0.1" })
  let received = ""
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()))
  socket.on("error", () => {})
  return {
    socket,
    closed,
    received: () => received,
    read() {
      socket.on("data", (chunk) => {
        received += chunk.toString("latin1")
      })
    },
  }
}

/** Sends one byte after the other until the connection is closed. */
async function drip(socket: Socket, text: string) {
  for (const byte of text) {
    if (socket.destroyed) return
    socket.write(byte)
    await pause(40)
  }
}

const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 10_000 })

const thank: RequestListener = (request, response) => {
  request.resume().on("end", () => response.end("merci"))
  request.on("error", () => {})
}

const head = "POST / HTTP/1.1\r\nHost: site.example\r\nContent-Length: 5000\r\n\r\n"

test.concurrent.each([
  ["says nothing", "", ""],
  ["drips its headers", "GET / HTTP/1.1\r\n", `Host: site.example\r\nX-Slow: ${"a".repeat(5000)}`],
  ["drips its body", head, "a".repeat(5000)],
  ["sends half a body and no more", `${head}${"a".repeat(2500)}`, ""],
  ["sends empty lines after a response", "GET / HTTP/1.1\r\nHost: site.example\r\n\r\n", "\r\n".repeat(2500)],
])("a connection that %s is cut", async (_what, first, rest) => {
  await using site = await listen(thank)
  const { socket, closed, read } = open(site.port)
  read()
  socket.write(first)
  await Promise.all([closed, pause(60).then(() => drip(socket, rest))])
  expect(site.lines.join("")).toContain('"event":"slow connections closed"')
})

test("a connection without a request stays open for longer than proxies keep it", async () => {
  const caddyMs = 120_000
  const server = openServer(thank, {})
  expect(server.keepAliveTimeout).toBeGreaterThan(caddyMs)
  expect(server.timeout).toBe(0)
})

test.concurrent("a proxy may send its next request long after a client would have been cut", async () => {
  await using site = await listen(thank, pace, 60_000)
  const { socket, received, read } = open(site.port)
  read()
  for (const count of [1, 2]) {
    socket.write(`${head}${"a".repeat(5000)}`)
    await eventually(() => expect(received().split("merci")).toHaveLength(count + 1))
    // Several times the time that a silent client has, which a pool's pause exceeds too.
    if (count === 1) await pause(3_500)
  }
  expect(site.lines).toEqual([])
  socket.destroy()
})

test.concurrent("on a connection that may be kept, the head of a further request is dripped in vain", async () => {
  await using site = await listen(thank, pace, 60_000)
  const { socket, closed, received, read } = open(site.port)
  read()
  socket.write("GET / HTTP/1.1\r\nHost: site.example\r\n\r\n")
  await eventually(() => expect(received()).toContain("merci"))
  await Promise.all([closed, drip(socket, `GET / HTTP/1.1\r\nX-Slow: ${"a".repeat(5000)}`)])
  expect(site.lines.join("")).toContain('"waiting":1')
})

test.concurrent("a connection whose response is not read is cut", async () => {
  await using site = await listen((_request, response) => response.end(Buffer.alloc(64 * 1024 * 1024)))
  const { socket, closed } = open(site.port)
  socket.write("GET / HTTP/1.1\r\nHost: site.example\r\n\r\n")
  await pause(200)
  socket.once("data", () => socket.pause())
  await eventually(() => expect(site.lines.join("")).toContain('"sending":1'))
  socket.resume()
  await closed
})

test.concurrent("a client that reads a large response slowly, and sends a body slowly, is not cut", async () => {
  const size = 64 * 1024 * 1024
  await using site = await listen((request, response) =>
    request.resume().on("end", () => response.end(Buffer.alloc(size, "a"))),
  )
  const { socket, closed } = open(site.port)
  let received = 0
  socket.on("data", (chunk) => {
    const before = received
    received += chunk.length
    // The kernel frees its buffers in steps of about a megabyte.
    if (Math.floor(before / 500_000) === Math.floor(received / 500_000)) return
    socket.pause()
    setTimeout(() => socket.resume(), 10)
  })
  socket.write("POST / HTTP/1.1\r\nHost: site.example\r\nConnection: close\r\nContent-Length: 20000\r\n\r\n")
  for (let part = 0; part < 40; part += 1) {
    await pause(50)
    socket.write("a".repeat(500))
  }
  await closed
  expect(received).toBeGreaterThan(size)
  expect(site.lines).toEqual([])
})

test.concurrent.each(["", "Expect: surprises\r\n"])(
  "a client that waits for a slow response is not cut, %j",
  async (header) => {
    await using site = await listen((_request, response) => setTimeout(() => response.end("enfin"), 2_500))
    const { socket, closed, received, read } = open(site.port)
    read()
    socket.write(`GET / HTTP/1.1\r\nHost: site.example\r\nConnection: close\r\n${header}\r\n`)
    await closed
    expect(received()).toContain("enfin")
  },
)

test.concurrent.each(["/api/contact", "/upload"])(
  "a body for %s that stops coming leaves nothing behind",
  async (path) => {
    await using app = await startApp()
    const headers = await signInAs(app, "admin")
    await using site = await listen(listenerOf(app.app, {}))
    const form = new Response(createForm({ images: await createImageFile({ width: 900, height: 900 }) }))
    const [type, body] =
      path === "/upload"
        ? [form.headers.get("Content-Type"), await form.text()]
        : ["application/json", '{"firstName":"A']
    const { socket, closed } = open(site.port)
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: site.example\r\nCookie: ${headers.Cookie}\r\nContent-Type: ${type}\r\n` +
        `Content-Length: 99999\r\n\r\n${body?.slice(0, 600)}`,
    )
    await closed
    await eventually(() => expect(app.lines.join("")).toContain(`"path":"${path}","status":4`))
    expect(app.lines.join("")).not.toContain("request failed")
    expect(await readdir(app.uploads)).toEqual([])
  },
)

test.concurrent.each([
  ["POST /api/contact", 1_200_000, 413],
  ["PUT /api/projects/1", 900_000, 401],
])("after a large body for %s was rejected, its connection stays open", async (call, length, status) => {
  await using app = await startApp()
  await using site = await listen(listenerOf(app.app, {}), patient)
  const { socket, received, read } = open(site.port)
  read()
  const type = "Content-Type: application/json"
  socket.write(`${call} HTTP/1.1\r\nHost: site.example\r\n${type}\r\nContent-Length: ${length}\r\n\r\n`)
  socket.write("a".repeat(length))
  await eventually(() => expect(received()).toContain(`HTTP/1.1 ${status}`))
  // If a body was not read to its end, Hono closes the connection after half a second.
  for (let count = 1; count <= 5; count += 1) {
    await pause(150)
    socket.write("GET /api/health HTTP/1.1\r\nHost: site.example\r\n\r\n")
    await eventually(() => expect(received().split('{"status":"ok"').length - 1).toBe(count))
  }
  socket.destroy()
})

test("what a stop cannot finish is answered 503, unless its response has begun", async () => {
  await using site = await listen((request, response) => {
    if (request.url === "/begun") response.write("premier")
    if (request.url === "/receiving") request.resume()
  }, patient)
  const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: site.example\r\n${more}\r\n`
  const sent = [
    get("/working"),
    get("/page", "Accept: text/html,*/*\r\n"),
    head.replace("/", "/receiving"),
    "GET /head HTTP/1.1\r\nHost: si",
    get("/begun"),
    "",
  ]
  const clients = sent.map((text) => {
    const client = open(site.port)
    client.read()
    client.socket.write(text)
    return client
  })
  const [working, page, receiving, halfHead, begun, silent] = clients
  await eventually(() => expect(begun?.received()).toContain("premier"))
  await pause(100)
  void site.stop()
  site.rejectPending()
  for (const client of [working, page, receiving, halfHead]) {
    await eventually(() =>
      expect(client?.received()).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n.*Retry-After: 5\r\n/s),
    )
  }
  const textOf = (client: typeof working) => Buffer.from(client?.received() ?? "", "latin1").toString()
  expect(textOf(working)).toContain('{"success":false,"message":"Le serveur est occupé, réessayez dans un instant"}')
  expect(textOf(page)).toContain("<h1>Le serveur est occupé, réessayez dans un instant</h1>")
  expect(begun?.received()).not.toContain("503")
  expect(silent?.received()).toBe("")
  for (const { socket } of clients) socket.destroy()
})

test("a stop closes connections that were kept", async () => {
  await using site = await listen(thank, patient, 60_000)
  const { socket, closed, received, read } = open(site.port)
  read()
  socket.write("GET / HTTP/1.1\r\nHost: site.example\r\n\r\n")
  await eventually(() => expect(received()).toContain("merci"))
  // A kept connection would hold the stop up for a minute.
  await Promise.all([site.stop(), closed])
})

test("a stop finishes pending requests, closes their connections and rejects new ones", async () => {
  const requested = Promise.withResolvers<void>()
  await using site = await listen((request, response) => {
    if (request.url === "/busy") requested.resolve()
    setTimeout(() => response.end("fait"), 200)
  }, patient)
  const [busy, idle, silent] = [open(site.port), open(site.port), open(site.port)]
  for (const { read } of [busy, idle, silent]) read()
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: site.example\r\n\r\n`
  idle.socket.write(get("/idle"))
  await eventually(() => expect(idle.received()).toContain("fait"))
  busy.socket.write(get("/busy"))
  await requested.promise
  const stopped = site.stop()
  // The client has sent it before it could know of the stop.
  idle.socket.write(get("/idle"))
  const connect = () =>
    fetch(`http://127.0.0.1:${site.port}`).then(
      ({ status }) => status,
      () => "refused",
    )
  await eventually(async () => expect(await connect()).toBe("refused"))
  await Promise.all([stopped, busy.closed, idle.closed, silent.closed])
  expect(busy.received()).toMatch(/Connection: close.*fait/s)
  expect(idle.received()).toMatch(/fait.*Connection: close.*fait/s)
  expect(silent.received()).toBe("")
})

test("connections that are not accepted yet get their responses before the end", async () => {
  await using site = await listen(thank, patient)
  const uploads = Array.from({ length: 12 }, () => open(site.port))
  for (const { socket, read } of uploads) {
    read()
    socket.write(`${head}${"a".repeat(2500)}`)
  }
  // The system has accepted the connections, but the event loop has not turned since.
  const stopped = site.stop()
  await eventually(async () =>
    expect(await fetch(`http://127.0.0.1:${site.port}`).catch(() => "refused")).toBe("refused"),
  )
  for (const { socket } of uploads) socket.write("a".repeat(2500))
  await Promise.all([stopped, ...uploads.map(({ closed }) => closed)])
  for (const { received } of uploads) expect(received()).toMatch(/Connection: close.*merci/s)
})
