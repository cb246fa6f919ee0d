import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
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
  "sw.js",
  "assets/site.js",
  "favicon.svg",
  "assets/site.css",
  "assets/site.css.br",
  "assets/site.css.gz",
]

/** Serves the files of a built client, each with its name as content. */
async function serve() {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-assets-"))
  for (const file of FILES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), file)
  }
  const app = new Hono<AppEnv>().use(await staticFiles(folder)).onError((_, c) => c.body(null, 500))
  return {
    folder,
    get: async (file: string, headers: Record<string, string> = {}) => app.request(`/${file}`, { headers }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

const SAVING = { "Save-Data": "on" }

/** These are the cookies after the footer's switch was used. */
const SWITCHED_ON = { Cookie: "known=x; economie=1" }

test.each([
  ["photos/hero.1a2b3c4d-1920.avif", "photos/hero.1a2b3c4d-360.avif"],
  ["photos/hero.1a2b3c4d-360.avif", "photos/hero.1a2b3c4d-360.avif"],
  ["photos/hero.1a2b3c4d-1200.jpg", "photos/hero.1a2b3c4d-1200.jpg"],
  ["photos/hero-home.1a2b3c4d-480.avif", "photos/hero-home.1a2b3c4d-480.avif"],
])("to save data, %s is replaced by its narrowest useful variant in the same format", async (path, variant) => {
  using site = await serve()
  for (const headers of [SAVING, SWITCHED_ON]) expect(await (await site.get(path, headers)).text()).toBe(variant)
  const response = await site.get(path, SAVING)
  expect(response.headers.get("Content-Length")).toBe(String(variant.length))
  expect(response.headers.get("Vary")).toBe("Save-Data, Cookie")
})

test("without Save-Data the requested variant is sent, with a Vary header", async () => {
  using site = await serve()
  const response = await site.get("photos/hero.1a2b3c4d-1920.avif")
  expect(await response.text()).toBe("photos/hero.1a2b3c4d-1920.avif")
  expect(response.headers.get("Vary")).toBe("Save-Data, Cookie")
})

test("with Save-Data, the ETag of the wide variant does not match the narrow one", async () => {
  using site = await serve()
  const etag = (await site.get("photos/hero.1a2b3c4d-1920.avif")).headers.get("ETag") ?? ""
  const response = await site.get("photos/hero.1a2b3c4d-1920.avif", { ...SAVING, "If-None-Match": etag })
  expect(response.status).toBe(200)
})

test("scripts do not depend on Save-Data", async () => {
  using site = await serve()
  const response = await site.get("assets/site.js", SAVING)
  expect(await response.text()).toBe("assets/site.js")
  expect(response.headers.get("Vary")).toBeNull()
})

test.each([
  ["gzip, deflate, br", "br", "assets/site.css.br"],
  ["gzip, br;q=0", "gzip", "assets/site.css.gz"],
  ["zstd", null, "assets/site.css"],
])("a text is sent in the encoding that Accept-Encoding %s prefers", async (accepted, encoding, sent) => {
  using site = await serve()
  const response = await site.get("assets/site.css", { "Accept-Encoding": accepted })
  expect([response.headers.get("Content-Encoding"), await response.text()]).toEqual([encoding, sent])
  expect(response.headers.get("Content-Length")).toBe(String(sent.length))
  expect(response.headers.get("Vary")).toBe("Accept-Encoding")
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable")
})

test.each(["favicon.svg", "photos/hero.1a2b3c4d-1920.avif"])("%s is 304 with its ETag", async (file) => {
  using site = await serve()
  const etag = (await site.get(file)).headers.get("ETag") ?? ""
  for (const ifNoneMatch of [etag, `"other", ${etag}`, "*"]) {
    const response = await site.get(file, { "If-None-Match": ifNoneMatch, "Accept-Encoding": "br" })
    expect([response.status, await response.text()]).toEqual([304, ""])
    expect(response.headers.get("ETag")).toBe(etag)
  }
})

test("a photo that was deleted is not found, and one that cannot be read is a failure", async () => {
  using site = await serve()
  const [deleted = "", unreadable = ""] = FILES
  rmSync(join(site.folder, deleted))
  rmSync(join(site.folder, unreadable))
  symlinkSync(basename(unreadable), join(site.folder, unreadable))
  expect((await site.get(deleted)).status).toBe(404)
  expect((await site.get(unreadable)).status).toBe(500)
})

test("the service worker is revalidated at each use, and its policy lets it fetch from the site", async () => {
  using site = await serve()
  const { headers } = await site.get("sw.js")
  expect(headers.get("Cache-Control")).toBe("no-cache")
  expect(headers.get("Content-Security-Policy")).toBe("default-src 'none'; connect-src 'self'; frame-ancestors 'none'")
})
