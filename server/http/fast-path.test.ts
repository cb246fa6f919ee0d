import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { Hono } from "hono"
import { describe, expect, test } from "vitest"
import { connectFile } from "#server/database/connect.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { sendRawRequest } from "#server/testing/send-raw-request.ts"
import { startPages } from "#server/testing/start-pages.ts"
import type { AppEnv } from "./app-env.ts"
import { createFastPath } from "./fast-path.ts"
import { listenerOf } from "./listener.ts"
import { ResponseCache } from "./response-cache.ts"
import { originGetter } from "./site-origin.ts"

/** These paths have cached responses; the fast path answers all but the one with an unknown parameter. */
const paths = ["/", "/transport", "/transport?utm_source=radio", "/api/projects", "/projects?sector=transport"]

async function startSite() {
  const site = await startPages({ settings: { PUBLIC_URL: "https://www.lisanga.example" } })
  await createTestProject(site.db, {
    sector: "Transport",
    name: "Bac",
    description: "Une longue traversée. ".repeat(100),
  })
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    site.request(path, { method, headers })
  return { ...site, get }
}

function headersOf(response: Response) {
  return Object.fromEntries([...response.headers].sort())
}

describe.each(paths)("%s", (path) => {
  test("is answered from the cache with every header of the first response", async () => {
    await using site = await startSite()
    const first = await site.get(path)
    const second = await site.get(path)
    expect(headersOf(second)).toEqual(headersOf(first))
    expect(await second.text()).toBe(await first.text())
    expect(headersOf(second)).toMatchObject({
      "cache-control": "no-cache",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "strict-origin-when-cross-origin",
      "strict-transport-security": "max-age=31536000",
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
    })
    const policy = second.headers.get("Content-Security-Policy")
    const isPage = second.headers.get("Content-Type")?.startsWith("text/html")
    expect(policy).toMatch(isPage ? /script-src 'self' 'sha256-[^']+'/ : /^default-src 'none'/)
  })

  test.each([
    ["br", brotliDecompressSync],
    ["gzip, br;q=0", gunzipSync],
    ["deflate", (plain: Buffer) => plain],
  ] as const)("is encoded as the client prefers: %s", async (accepted, decompress) => {
    await using site = await startSite()
    const plain = await (await site.get(path)).text()
    for (const _time of ["first", "second"]) {
      const response = await site.get(path, { "Accept-Encoding": accepted })
      const encoding =
        accepted === "deflate" ? null : accepted.slice(0, accepted.indexOf(",") + 1 || 3).replace(",", "")
      expect(response.headers.get("Content-Encoding")).toBe(encoding)
      const body = Buffer.from(await response.arrayBuffer())
      expect(response.headers.get("Content-Length")).toBe(String(body.length))
      expect(decompress(body).toString()).toBe(plain)
    }
  })

  test("is 304 for a client that has it, with its headers and without a body", async () => {
    await using site = await startSite()
    const { headers } = await site.get(path)
    const etag = headers.get("ETag") ?? ""
    expect(etag).toMatch(/^W\/"[\w-]+"$/)
    for (const ifNoneMatch of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
      for (const method of ["GET", "HEAD"]) {
        const response = await site.get(path, { "If-None-Match": ifNoneMatch, "Accept-Encoding": "br" }, method)
        expect(response.status, ifNoneMatch).toBe(304)
        expect(await response.text()).toBe("")
        for (const name of ["ETag", "Cache-Control", "Vary", "Content-Security-Policy", "X-Content-Type-Options"]) {
          expect(response.headers.get(name), name).toBe(headers.get(name))
        }
      }
    }
    expect((await site.get(path, { "If-None-Match": '"other"' })).status).toBe(200)
  })

  test("answers HEAD as GET, without the body", async () => {
    await using site = await startSite()
    for (const accepted of ["br", "identity"]) {
      const first = await site.get(path, { "Accept-Encoding": accepted }, "HEAD")
      const get = await site.get(path, { "Accept-Encoding": accepted })
      const cached = await site.get(path, { "Accept-Encoding": accepted }, "HEAD")
      for (const head of [first, cached]) {
        expect(headersOf(head)).toEqual(headersOf(get))
        expect(await head.text()).toBe("")
      }
    }
  })
})

test("the ETag of a page changes with a write", async () => {
  await using site = await startSite()
  const etag = (await site.get("/transport")).headers.get("ETag") ?? ""
  await createTestProject(site.db, { sector: "Transport" })
  expect((await site.get("/transport", { "If-None-Match": etag })).status).toBe(200)
  expect((await site.get("/transport")).headers.get("ETag")).not.toBe(etag)
})

test("each response from the cache leaves its line in the log, without the query", async () => {
  await using site = await startSite()
  for (const method of ["GET", "GET", "HEAD"]) await site.get("/transport?q=secret", {}, method)
  const { etag = "" } = headersOf(await site.get("/transport"))
  await site.get("/transport", { "If-None-Match": etag })
  const lines = site.lines.map((line) => JSON.parse(line))
  expect(lines.map(({ method, status }) => [method, status])).toEqual([
    ["GET", 200],
    ["GET", 200],
    ["HEAD", 200],
    ["GET", 200],
    ["GET", 304],
  ])
  for (const line of lines) {
    expect(line).toMatchObject({ level: "info", event: "request", path: "/transport", ms: expect.any(Number) })
  }
  expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(5)
})

test("a cached response repeats the id that a proxy has given, and the log has it", async () => {
  await using site = await startSite()
  const ids = ["proxy-0001", "proxy-0002", "court"]
  const responses = []
  for (const id of ids) responses.push(await site.get("/transport", { "X-Request-Id": id }))
  const told = responses.map(({ headers }) => headers.get("X-Request-Id"))
  expect(told).toEqual(["proxy-0001", "proxy-0002", null])
  expect(site.lines.map((line) => JSON.parse(line).requestId)).toEqual([
    ...ids.slice(0, 2),
    expect.not.stringMatching(/^court$/),
  ])
})

test("a path with escapes is logged decoded", async () => {
  await using site = await startSite()
  for (const _time of ["first", "second"]) await site.get("/%74ransport")
  expect(site.lines.map((line) => JSON.parse(line).path)).toEqual(["/transport", "/transport"])
  expect(site.rendered).toEqual(["/transport"])
})

test("only GET and HEAD are answered from the cache", async () => {
  await using site = await startSite()
  for (const path of ["/transport", "/api/projects"]) {
    await site.get(path)
    for (const method of ["POST", "PUT", "DELETE"]) expect((await site.get(path, {}, method)).status).not.toBe(200)
    expect((await site.get(path, { Origin: "https://evil.example" }, "POST")).status).toBe(403)
  }
})

test("another process's write is in every response after it, however many requests come at once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-front-"))
  const other = await connectFile(join(folder, "site.db"))
  {
    await using site = await startPages({ db: await connectFile(join(folder, "site.db")) })
    const readTogether = () => Promise.all(Array.from({ length: 10 }, () => site.read("/transport")))
    await readTogether()
    for (const name of ["Bac", "Gare", "Quai"]) {
      await createTestProject(other, { sector: "Transport", name })
      for (const page of await readTogether()) expect(page).toContain(name)
    }
  }
  await other.destroy()
  rmSync(folder, { recursive: true })
})

describe("the list of projects", () => {
  test("is current after a write, whole and by sector", async () => {
    await using site = await startSite()
    for (const path of ["/api/projects", "/projects", "/api/projects?sector=transport", "/projects?sector=Transport"]) {
      await site.get(path)
    }
    await createTestProject(site.db, { sector: "Transport", name: "Gare" })
    for (const path of ["/api/projects", "/projects", "/api/projects?sector=transport", "/projects?sector=Transport"]) {
      expect(await (await site.get(path)).text(), path).toContain("Gare")
    }
  })

  test("by sector is the same however the sector is spelled, and another one for another sector", async () => {
    await using site = await startSite()
    await createTestProject(site.db, { sector: "Élevage", name: "Ferme" })
    const read = async (query: string) => (await site.get(`/api/projects${query}`)).text()
    const livestock = await read("?sector=elevage")
    for (const query of ["?sector=%C3%89levage", "?sector=ELEVAGE&x=1"]) expect(await read(query)).toBe(livestock)
    expect(await read("?sector=transport")).not.toContain("Ferme")
    expect(JSON.parse(await read(""))).toHaveLength(2)
    for (const query of ["?sector=", "?sector=Mines", "?sector=Mines"]) {
      expect((await site.get(`/api/projects${query}`)).status, query).toBe(400)
    }
  })

  test("in parts is read again once the content has changed, and has an ETag", async () => {
    await using site = await startSite()
    await createTestProject(site.db, { name: "Autre" })
    const part = await site.get("/api/projects?limit=1")
    expect(part.headers.get("Link")).toMatch(/rel="next"/)
    const etag = part.headers.get("ETag") ?? ""
    expect((await site.get("/api/projects?limit=1", { "If-None-Match": etag })).status).toBe(304)
    await createTestProject(site.db, { name: "Changé", at: new Date().toISOString() })
    expect(await (await site.get("/api/projects?limit=1")).text()).toContain("Changé")
  })
})

describe("the fast path", () => {
  /** Starts an app that answers « app » to each request that reaches it, and caches a response for `/page`. */
  async function startApp() {
    const content = { version: 1 as number | undefined }
    const cache = new ResponseCache({ contentVersion: () => content.version, headers: {} })
    await cache.getOrCreate("http://site.example/page", async () => ({ status: 200, headers: {}, body: "cached" }))
    const app = new Hono<AppEnv>().all("*", (c) => c.text("app"))
    const getOrigin = originGetter({ publicUrl: undefined, trustProxy: 0 })
    const fastPath = createFastPath({ caches: [cache], getOrigin, recordRequest() {} })
    const server = createServer(listenerOf({ fetch: app.fetch, fastPath }, {})).listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    return {
      content,
      async read(url: string, { method = "GET", host = "site.example" } = {}) {
        const response = await sendRawRequest(port, url, { method, headers: { Host: host } })
        return response.text()
      },
      [Symbol.asyncDispose]: async () => {
        server.close()
        await once(server, "close")
      },
    }
  }

  test("answers the URL of a cached response before the app", async () => {
    await using site = await startApp()
    expect(await site.read("/page")).toBe("cached")
  })

  test.each([
    ["another method", "/page", { method: "POST" }],
    ["another host", "/page", { host: "evil.example" }],
    ["another URL", "/page?x=1", {}],
  ])("leaves %s to the app", async (_what, url, init) => {
    await using site = await startApp()
    expect(await site.read(url, init)).toBe("app")
  })

  test("answers no invalid host", async () => {
    await using site = await startApp()
    expect(await site.read("/page", { host: "site.example/page" })).not.toBe("cached")
  })

  test.each([2, undefined])("leaves every URL to the app once the content's version is %s", async (version) => {
    await using site = await startApp()
    site.content.version = version
    expect(await site.read("/page")).toBe("app")
  })
})
