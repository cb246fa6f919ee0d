import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, request as requestOf, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { programFolder } from "#server/program.ts"
import { startBuiltSite } from "#server/testing/built-site.ts"
import { environmentOf, startS3Server } from "#server/testing/s3-server.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { UnusableImageStore } from "./image-store.ts"
import { createS3ImageStore } from "./s3-image-store.ts"

const away = { code: "unavailable", message: responseTexts.imagesUnavailable }
const notS3 = { ...away, cause: expect.any(UnusableImageStore) }

interface Answer {
  method: string
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Sends S3's answer, or something else, to the client. */
type Relay = (answer: Answer, response: ServerResponse) => unknown

const send: Relay = ({ status, headers, body }, response) => response.writeHead(status, headers).end(body)

/** Creates a store in S3 behind a proxy, which passes on requests without Accept-Encoding. */
async function startBehindProxy() {
  const folder = createTemporaryFolder()
  const s3 = await startS3Server()
  const encodings: string[] = []
  let relay = send
  const server = createServer(async (request, response) => {
    const { method = "", url, headers } = request
    const { "accept-encoding": encoding, ...others } = headers
    if (method === "GET") encodings.push(String(encoding))
    const forwarded = requestOf(new URL(url ?? "", s3.settings.endpoint), { method, headers: others })
    forwarded.end(await buffer(request))
    const [answer] = await once(forwarded, "response")
    await relay({ method, status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }, response)
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: { ...s3.settings, endpoint },
    store: createS3ImageStore({ ...s3.settings, endpoint }, folder.path),
    s3,
    /** The Accept-Encoding headers of all GET requests so far. */
    encodings,
    /** Sets what the proxy does with all further answers. */
    relayBy(next: Relay) {
      relay = next
    },
    folder: folder.path,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await s3[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

const sendPage: Relay = (_answer, response) =>
  response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>Console</title>")

/** Cuts a body off in the middle. */
const cut: Relay = ({ status, headers, body }, response) =>
  response.writeHead(status, headers).write(body.subarray(0, body.length / 2), () => response.destroy())

test("a server that answers everything with a page is no store", async () => {
  await using site = await startBehindProxy()
  site.relayBy(sendPage)
  const { check, originals } = site.store
  const calls = [
    check,
    originals.list,
    () => originals.put("a.jpg", Buffer.from("pixels")),
    () => originals.exists("a.jpg"),
    () => originals.read("a.jpg"),
    () => originals.open("a.jpg"),
    () => originals.delete("a.jpg"),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject(notS3)
})

test("a proxy's page that says 404 does not mean that an image is missing", async () => {
  await using site = await startBehindProxy()
  const { originals } = site.store
  site.relayBy((_answer, response) =>
    response.writeHead(404, { "Content-Type": "text/html" }).end("<h1>Not found</h1>"),
  )
  for (const call of [originals.read, originals.open, originals.exists, originals.delete])
    await expect(call("a.jpg")).rejects.toMatchObject(away)
  site.relayBy(send)
  for (const call of [originals.read, originals.open]) expect(await call("a.jpg")).toBeUndefined()
  expect(await originals.exists("a.jpg")).toBe(false)
})

test("an empty answer that is called HTML, as Swift's are, is accepted", async () => {
  await using site = await startBehindProxy()
  const { originals } = site.store
  site.relayBy(({ method, status, headers, body }, response) => {
    const empty = method === "PUT" || method === "DELETE"
    response
      .writeHead(
        status,
        empty ? { "Content-Type": "text/html", ...(status !== 204 && { "Content-Length": 0 }) } : headers,
      )
      .end(body)
  })
  await originals.put("a.jpg", Buffer.from("pixels"))
  expect(await originals.exists("a.jpg")).toBe(true)
  await originals.delete("a.jpg")
  expect(await originals.exists("a.jpg")).toBe(false)
})

test("such a server ends the start with one line, before an image is sent to it", { timeout: 60_000 }, async () => {
  await using proxy = await startBehindProxy()
  proxy.relayBy(sendPage)
  const settings = { ...environmentOf(proxy.settings), DEMO_CONTENT: "1" }
  await using site = await startBuiltSite(proxy.folder, settings, [join(programFolder, "server/main.ts")])
  expect(site.printed).toBe("")
  expect(await site.ended).toEqual([1, null])
  expect(site.complaints()).toMatch(/^IMAGE_STORE_URL : .*\(cette adresse répond, mais ce n’est pas un service S3\)\n$/)
  expect(proxy.s3.requests.filter((request) => !request.startsWith("GET"))).toEqual([])
})

test("a store that is silent does not hold up the start", { timeout: 60_000 }, async () => {
  await using proxy = await startBehindProxy()
  proxy.relayBy(() => {})
  const settings = environmentOf(proxy.settings)
  await using site = await startBuiltSite(proxy.folder, settings, [join(programFolder, "server/main.ts")])
  expect((await fetch(`${site.origin}/about`)).status).toBe(200)
  // The operator is told after ten seconds.
  expect(site.complaints()).toBe("")
})

test("a list that lacks its end fails, rather than being short", async () => {
  await using site = await startBehindProxy()
  for (const name of ["a.jpg", "b.jpg"]) await site.store.originals.put(name, Buffer.from("pixels"))
  site.relayBy(({ body }, response) => response.end(body.subarray(0, -30)))
  for (const call of [site.store.check, site.store.originals.list]) {
    const error = await call().catch((error) => error)
    expect(error).toMatchObject(away)
    expect(error.cause).not.toBeInstanceOf(UnusableImageStore)
  }
})

test("a body that is cut in the middle is asked for again", async () => {
  await using site = await startBehindProxy()
  const { originals, check } = site.store
  await originals.put("a.jpg", Buffer.from("pixels"))
  const cutOnce: Relay = (answer, response) => {
    site.relayBy(send)
    cut(answer, response)
  }
  site.relayBy(cutOnce)
  expect((await originals.read("a.jpg"))?.toString()).toBe("pixels")
  site.relayBy(cutOnce)
  expect(await originals.list()).toEqual(["a.jpg"])
  site.relayBy(cutOnce)
  await check()
})

test("a store that cuts each body in the middle is away", async () => {
  await using site = await startBehindProxy()
  const { originals, check } = site.store
  await originals.put("a.jpg", Buffer.from("pixels"))
  site.relayBy(cut)
  for (const call of [() => originals.read("a.jpg"), originals.list, check]) {
    await expect(call()).rejects.toMatchObject(away)
  }
})

test("no compressed answer is asked for, and a proxy may drop that header", async () => {
  await using site = await startBehindProxy()
  await site.store.originals.put("a.jpg", Buffer.from("pixels"))
  expect((await site.store.originals.read("a.jpg"))?.toString()).toBe("pixels")
  expect(await site.store.originals.list()).toEqual(["a.jpg"])
  expect(site.encodings).toEqual(["identity", "identity"])
})

test.each<[string, Relay]>([
  ["does not tell the length", ({ body }, response) => response.writeHead(200).end(body)],
  [
    "tells the compressed length",
    ({ body }, response) => {
      const compressed = gzipSync(body)
      response.writeHead(200, { "Content-Encoding": "gzip", "Content-Length": compressed.length }).end(compressed)
    },
  ],
])("an opened object has its length where a proxy %s", async (_what, relay) => {
  await using site = await startBehindProxy()
  for (const content of ["pixels", ""]) {
    site.relayBy(send)
    await site.store.variants.put("a.jpg", Buffer.from(content))
    site.relayBy(relay)
    const { bytes, body } = (await site.store.variants.open("a.jpg")) ?? {}
    expect(bytes).toBe(content.length)
    expect(await new Response(body).text()).toBe(content)
  }
})
