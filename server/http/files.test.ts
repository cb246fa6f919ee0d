import { readdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { startBuiltSite } from "#server/testing/built-site.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"

let site: Awaited<ReturnType<typeof startBuiltSite>>
const folder = createTemporaryFolder()
const found: Record<string, string> = {}

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(site.origin + path, { method, headers: { "Accept-Encoding": "identity", ...headers } })

beforeAll(async () => {
  site = await startBuiltSite(folder.path, { DEMO_CONTENT: "1" })
  const page = await (await ask("/")).text()
  const projects = (await (await ask("/api/projects")).json()) as { project_images: string[] }[]
  Object.assign(found, {
    script: /data-app="([^"]+)"/.exec(page)?.[1],
    style: /href="(\/assets\/[^"]+\.css)"/.exec(page)?.[1],
    font: /(\/assets\/[^"]+\.woff2)/.exec(page)?.[1],
    picture: /(\/photos\/[^" ]+\.(?:avif|jpg))/.exec(page)?.[1],
    upload: `/uploads/${projects[0]?.project_images[0]}`,
    project: /href="(\/realisations\/[^"?]+)"/.exec(await (await ask("/realisations")).text())?.[1],
  })
  expect(Object.values(found)).not.toContain(undefined)
}, 60_000)

afterAll(async () => {
  await site.stop()
  folder[Symbol.dispose]()
})

/** Their bytes may be asked for in parts. */
const binaries: [what: string, path: () => string][] = [
  ["a bundled picture", () => found.picture ?? ""],
  ["an upload", () => found.upload ?? ""],
  ["a variant", () => `${found.upload}?w=320`],
  ["a share image", () => `${found.upload}?w=1200&h=630`],
  ["the default share image", () => "/og-default.jpg"],
  ["an icon", () => "/icon-192.png"],
  ["the placeholder", () => "/api/placeholder.jpg"],
]

const shown: [what: string, path: () => string][] = [
  ...binaries,
  ["the home screen's icon", () => "/apple-touch-icon.png"],
  ["the browser's icon", () => "/favicon.svg"],
  ["the logo", () => "/brand/logo.svg"],
]

const assets: [what: string, path: () => string][] = [
  ["a script", () => found.script ?? ""],
  ["a style", () => found.style ?? ""],
  ["a font", () => found.font ?? ""],
  ["the service worker", () => "/sw.js"],
]

const texts: [what: string, path: () => string][] = [
  ["the manifest", () => "/site.webmanifest"],
  ["the sitemap", () => "/sitemap.xml"],
  ["a page", () => "/about"],
  ["a list", () => "/api/projects"],
]

const others: [what: string, path: () => string][] = [
  ...assets,
  ...texts,
  ["a project's page", () => found.project ?? ""],
  ["data of a page", () => "/page-data/about"],
  ["robots.txt", () => "/robots.txt"],
  ["health", () => "/api/health"],
  ["a refused call", () => "/api/contact-messages"],
  ["a tRPC read", () => "/trpc/accounts.me"],
  ["no upload", () => "/uploads/absente.jpg"],
  ["another width", () => `${found.upload}?w=7`],
  ["an unknown page", () => "/introuvable"],
]

test("the files of the build are in the store before its first page, for instances of other builds", () => {
  const stored = readdirSync(join(folder.path, "builds"))
  for (const path of [found.script, found.style, found.font]) expect(stored).toContain(path?.slice(1).replace("/", "~"))
})

describe("other sites", () => {
  test.each(shown)("may show %s", async (_what, path) => {
    const response = await ask(path())
    expect([response.status, response.headers.get("Cross-Origin-Resource-Policy")]).toEqual([200, "cross-origin"])
    const ifNoneMatch = { "If-None-Match": response.headers.get("ETag") ?? "" }
    const unmodified = await ask(path(), ifNoneMatch)
    expect([unmodified.status, unmodified.headers.get("Cross-Origin-Resource-Policy")]).toEqual([304, "cross-origin"])
  })

  test.each(others)("may not show %s", async (_what, path) => {
    expect((await ask(path())).headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin")
  })
})

describe.each([...shown, ...assets, ...texts])("%s", (_what, path) => {
  test("answers HEAD as GET, without a body", async () => {
    const [head, get] = [await ask(path(), {}, "HEAD"), await ask(path())]
    const headersOf = ({ headers }: Response) =>
      Object.fromEntries([...headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name)))
    expect(head.status).toBe(200)
    expect(headersOf(head)).toEqual(headersOf(get))
    expect(head.headers.get("Content-Length")).toBe(String((await get.bytes()).length))
    expect(await head.text()).toBe("")
  })

  test("is 304 for who has it, however that is asked", async () => {
    const etag = (await ask(path())).headers.get("ETag") ?? ""
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/)
    const past = { "If-Modified-Since": "Thu, 01 Jan 1998 00:00:00 GMT" }
    for (const ifNoneMatch of [etag, `"autre", ${etag}`, "*"]) {
      for (const method of ["GET", "HEAD"]) {
        const response = await ask(path(), { "If-None-Match": ifNoneMatch, ...past }, method)
        expect([response.status, await response.text()]).toEqual([304, ""])
      }
    }
    for (const headers of [{ "If-None-Match": '"autre"', ...past }, past]) {
      expect((await ask(path(), headers)).status).toBe(200)
    }
  })

  test("is whole or in parts, and never another file", async () => {
    const whole = await (await ask(path())).bytes()
    for (const range of ["bytes=0-9", "bytes=-5", "octets=0-9", "bytes=9-0", "bytes=0-1,5-6"]) {
      const response = await ask(path(), { Range: range })
      const bytes = await response.bytes()
      if (response.status === 200) expect(Buffer.from(bytes).equals(whole), range).toBe(true)
      else expect(response.status, range).toBe(206)
    }
  })
})

describe.each(binaries)("a part of %s", (_what, path) => {
  test("is sent with its place", async () => {
    const whole = Buffer.from(await (await ask(path())).bytes())
    const size = whole.length
    const parts: [range: string, start: number, end: number][] = [
      ["bytes=0-99", 0, 99],
      ["bytes=100-", 100, size - 1],
      ["bytes=-7", size - 7, size - 1],
      [`bytes=0-${size * 2}`, 0, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
      [`bytes=${size - 1}-`, size - 1, size - 1],
    ]
    for (const [range, start, end] of parts) {
      const response = await ask(path(), { Range: range })
      expect(response.status, range).toBe(206)
      expect(response.headers.get("Content-Range"), range).toBe(`bytes ${start}-${end}/${size}`)
      expect(response.headers.get("Content-Length"), range).toBe(String(end - start + 1))
      expect(Buffer.from(await response.bytes()).equals(whole.subarray(start, end + 1)), range).toBe(true)
    }
  })

  test("that does not exist is 416, and another version is sent whole", async () => {
    const first = await ask(path())
    const size = (await first.bytes()).length
    expect(first.headers.get("Accept-Ranges")).toBe("bytes")
    for (const range of [`bytes=${size}-`, "bytes=-0"]) {
      const response = await ask(path(), { Range: range })
      expect([response.status, response.headers.get("Content-Range")]).toEqual([416, `bytes */${size}`])
      expect(await response.json()).toEqual({ success: false, message: responseTexts.unknownRange })
    }
    const etag = first.headers.get("ETag") ?? ""
    const statusOf = async (ifRange: string) => (await ask(path(), { Range: "bytes=0-9", "If-Range": ifRange })).status
    expect(await statusOf(etag)).toBe(206)
    for (const other of ['"autre"', `W/${etag}`, "Thu, 01 Jan 1998 00:00:00 GMT"])
      expect(await statusOf(other)).toBe(200)
    expect((await ask(path(), { Range: "bytes=0-9" }, "HEAD")).status).toBe(200)
  })
})
