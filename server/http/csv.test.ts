// @module-tag engines
import { ReadableStream } from "node:stream/web"
import { Hono } from "hono"
import { expect, test } from "vitest"
import { CSV_BYTES_MAX } from "#server/contract/csv.ts"
import type { AppError } from "#server/errors.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import type { AppEnv } from "./app-env.ts"
import { csvBodyLimit } from "./body-limit.ts"
import { csvDownload } from "./download.ts"

const app = new Hono<AppEnv>()
  .use(async (c, next) => {
    c.set("context", { rateLimits: false } as AppEnv["Variables"]["context"])
    await next()
  })
  .post("/", csvBodyLimit, async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)))
  .onError((error, c) => c.text(error.message, (error as AppError).status))

function inChunks(size: number, count: number, onRead: () => void = () => {}): BodyInit {
  async function* chunks() {
    for (let index = 0; index < count; index += 1) {
      onRead()
      yield new Uint8Array(size)
    }
  }
  return ReadableStream.from(chunks()) as BodyInit
}

function send(body: BodyInit, headers: Record<string, string> = {}) {
  return app.request("/", { method: "POST", body, headers, duplex: "half" } as RequestInit)
}

const tooLarge = "Fichier trop volumineux (2 Mo au maximum)"

test("a file of 2 MiB is read, with and without its length", async () => {
  const file = new Uint8Array(CSV_BYTES_MAX)
  expect(await (await send(file, { "Content-Length": String(CSV_BYTES_MAX) })).text()).toBe(String(CSV_BYTES_MAX))
  expect(await (await send(inChunks(CSV_BYTES_MAX / 4, 4))).text()).toBe(String(CSV_BYTES_MAX))
})

test("a file of 50 MB is rejected by its length, unread", async () => {
  let read = 0
  const body = inChunks(1_000_000, 50, () => (read += 1))
  const response = await send(body, { "Content-Length": "50000000" })
  expect([response.status, await response.text()]).toEqual([413, tooLarge])
  expect(read).toBeLessThanOrEqual(1)
})

test("a file of 50 MB without its length is rejected at the third megabyte", async () => {
  let read = 0
  const response = await send(inChunks(1_000_000, 50, () => (read += 1)))
  expect([response.status, await response.text()]).toEqual([413, tooLarge])
  // The rest is not read.
  expect(response.headers.get("Connection")).toBe("close")
  expect(read).toBeLessThan(6)
})

test("a download has a name, is never cached, and starts with the byte order mark", async () => {
  async function* parts() {
    yield "\ufeffNom\r\n"
    yield "École\r\n"
  }
  const response = csvDownload("projets.csv", parts())
  expect(Object.fromEntries(response.headers)).toEqual({
    "cache-control": "no-store",
    "content-disposition": 'attachment; filename="projets.csv"',
    "content-type": "text/csv; charset=utf-8",
  })
  expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from("\ufeffNom\r\nÉcole\r\n"))
})

test("a download whose client leaves is not made to its end", async () => {
  let made = 0
  let ended = false
  async function* parts() {
    try {
      for (; made < 1000; made += 1) yield "a\r\n"
    } finally {
      ended = true
    }
  }
  const reader = csvDownload("projets.csv", parts()).body?.getReader()
  await reader?.read()
  await reader?.cancel()
  expect(ended).toBe(true)
  expect(made).toBeLessThan(10)
})

test.each(["/api/admin/projects.csv", "/api/admin/messages.csv"])(
  "HEAD of %s is answered as GET, and a part of it by the whole, since it is made anew each time",
  async (path) => {
    await using site = await startApp()
    const headers = await signInAs(site, "admin")
    const [get, head] = [await site.request(path, { headers }), await site.request(path, { headers, method: "HEAD" })]
    expect([get.status, head.status, await head.text()]).toEqual([200, 200, ""])
    expect([...head.headers].filter(([name]) => name !== "set-cookie")).toEqual(
      [...get.headers].filter(([name]) => name !== "set-cookie"),
    )
    const part = await site.request(path, { headers: { ...headers, Range: "bytes=0-9" } })
    expect([part.status, await part.text()]).toEqual([200, await get.text()])
  },
)
