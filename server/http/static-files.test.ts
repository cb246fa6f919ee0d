import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { Hono } from "hono"
import { expect, test } from "vitest"
import { keepBuild } from "#server/images/store/build-files.ts"
import { createDiskImageStore } from "#server/images/store/disk-image-store.ts"
import type { ImageStore } from "#server/images/store/image-store.ts"
import type { Context } from "#server/trpc/context.ts"
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
async function serve(images?: ImageStore) {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-assets-"))
  for (const file of FILES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), file)
  }
  const store = images ?? createDiskImageStore(folder)
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("context", { images: store } as Context)
      await next()
    })
    .use(await staticFiles(folder))
    .onError((_, c) => c.body(null, 500))
  return {
    folder,
    images: store,
    get: async (file: string, headers: Record<string, string> = {}, method = "GET") =>
      app.request(`/${file}`, { headers, method }),
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

test("the files of other builds are served as this build's are, also after a new build has replaced its own", async () => {
  using newer = await serve()
  using older = await serve()
  const files: [path: string, type: string][] = [
    ["assets/old-1a2b.js", "text/javascript; charset=utf-8"],
    ["assets/old-1a2b.css", "text/css; charset=utf-8"],
    ["assets/old-1a2b.woff2", "font/woff2"],
    ["photos/old.1a2b-640.avif", "image/avif"],
  ]
  for (const [path] of files) {
    expect((await newer.get(path)).status, path).toBe(404)
    writeFileSync(join(older.folder, path), `content of ${path}`.repeat(50))
  }
  await keepBuild({ images: newer.images, clientFolder: older.folder })
  const restarted = await serve(newer.images)
  for (const [path, type] of files) {
    const response = await restarted.get(path)
    expect([response.status, response.headers.get("Content-Type")], path).toEqual([200, type])
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable")
    expect(await response.text()).toBe(`content of ${path}`.repeat(50))
    const ifNoneMatch = { "If-None-Match": response.headers.get("ETag") ?? "" }
    expect((await restarted.get(path, ifNoneMatch)).status).toBe(304)
    expect((await restarted.get(path, {}, "HEAD")).status).toBe(200)
  }
  const script = await restarted.get("assets/old-1a2b.js", { "Accept-Encoding": "br" })
  expect([script.headers.get("Content-Encoding"), script.headers.get("Vary")]).toEqual(["br", "Accept-Encoding"])
  const part = await restarted.get("photos/old.1a2b-640.avif", { Range: "bytes=0-6" })
  expect([part.status, await part.text()]).toEqual([206, "content"])
  expect(part.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin")
  for (const path of ["assets/build-0.json", "assets/..~x.js", "uploads/a.jpg", "assets/%2e%2e/a.js"])
    expect((await restarted.get(path)).status, path).toBe(404)
  restarted[Symbol.dispose]()
})

test("a picture that was deleted is not found, and one that cannot be read is a failure", async () => {
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
