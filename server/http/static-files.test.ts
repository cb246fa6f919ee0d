import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Hono } from "hono"
import { expect, test } from "vitest"
import type { AppEnv } from "./app-env.ts"
import { staticFiles } from "./static-files.ts"

const FILES = [
  "photos/hero.1a2b3c4d-160.avif",
  "photos/hero.1a2b3c4d-360.avif",
  "photos/hero.1a2b3c4d-1920.avif",
  "photos/hero.1a2b3c4d-1200.jpg",
  "photos/hero-home.1a2b3c4d-480.avif",
  "assets/site.js",
  "favicon.svg",
  "assets/site.css",
  "assets/site.css.br",
  "assets/site.css.gz",
]

/** The files of a built client, each holding its own name. */
async function serve() {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-assets-"))
  for (const file of FILES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), file)
  }
  const app = new Hono<AppEnv>().use(await staticFiles(folder))
  return {
    get: async (file: string, headers: Record<string, string> = {}) => app.request(`/${file}`, { headers }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

const SAVING = { "Save-Data": "on" }

test.each([
  ["photos/hero.1a2b3c4d-1920.avif", "photos/hero.1a2b3c4d-360.avif"],
  ["photos/hero.1a2b3c4d-360.avif", "photos/hero.1a2b3c4d-360.avif"],
  ["photos/hero.1a2b3c4d-1200.jpg", "photos/hero.1a2b3c4d-1200.jpg"],
  ["photos/hero-home.1a2b3c4d-480.avif", "photos/hero-home.1a2b3c4d-480.avif"],
])("who saves data asks for %s and gets the narrowest that is wide enough, in the same form", async (asked, given) => {
  using site = await serve()
  const response = await site.get(asked, SAVING)
  expect(await response.text()).toBe(given)
  expect(response.headers.get("Content-Length")).toBe(String(given.length))
  expect(response.headers.get("Vary")).toBe("Save-Data")
})

test("whoever saves none gets what was asked for, and caches know that it depends", async () => {
  using site = await serve()
  const response = await site.get("photos/hero.1a2b3c4d-1920.avif")
  expect(await response.text()).toBe("photos/hero.1a2b3c4d-1920.avif")
  expect(response.headers.get("Vary")).toBe("Save-Data")
})

test("a browser holding the wide form is not told that it is the narrow one", async () => {
  using site = await serve()
  const etag = (await site.get("photos/hero.1a2b3c4d-1920.avif")).headers.get("ETag") ?? ""
  const spared = await site.get("photos/hero.1a2b3c4d-1920.avif", { ...SAVING, "If-None-Match": etag })
  expect(spared.status).toBe(200)
})

test("scripts are the same for everybody", async () => {
  using site = await serve()
  const response = await site.get("assets/site.js", SAVING)
  expect(await response.text()).toBe("assets/site.js")
  expect(response.headers.get("Vary")).toBeNull()
})

test.each([
  ["gzip, deflate, br", "br", "assets/site.css.br"],
  ["gzip, br;q=0", "gzip", "assets/site.css.gz"],
  ["zstd", null, "assets/site.css"],
])("a text goes out in the form that Accept-Encoding %s prefers", async (accepted, encoding, sent) => {
  using site = await serve()
  const response = await site.get("assets/site.css", { "Accept-Encoding": accepted })
  expect([response.headers.get("Content-Encoding"), await response.text()]).toEqual([encoding, sent])
  expect(response.headers.get("Content-Length")).toBe(String(sent.length))
  expect(response.headers.get("Vary")).toBe("Accept-Encoding")
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable")
})

test.each(["favicon.svg", "photos/hero.1a2b3c4d-1920.avif"])("whoever holds %s is told so", async (file) => {
  using site = await serve()
  const etag = (await site.get(file)).headers.get("ETag") ?? ""
  for (const held of [etag, `"other", ${etag}`, "*"]) {
    const response = await site.get(file, { "If-None-Match": held, "Accept-Encoding": "br" })
    expect([response.status, await response.text()]).toEqual([304, ""])
    expect(response.headers.get("ETag")).toBe(etag)
  }
})
