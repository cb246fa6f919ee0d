import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createDiskImageStore } from "#server/images/store/disk-image-store.ts"
import type { ObjectStore } from "#server/images/store/image-store.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"

test.each([
  ["0123abcd.jpg", "image/jpeg"],
  ["0123abcd.png", "image/png"],
  ["0123abcd.webp", "image/webp"],
  ["0123abcd.avif", "image/avif"],
])("%s is served as %s and cacheable for ever", async (name, type) => {
  await using app = await startApp()
  writeFileSync(join(app.uploads, name), "pixels")
  const response = await app.request(`/uploads/${name}`)
  expect(response.status).toBe(200)
  expect(response.headers.get("Content-Type")).toBe(type)
  expect(response.headers.get("Content-Length")).toBe("6")
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable")
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff")
  expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox; frame-ancestors 'none'")
  expect(await response.text()).toBe("pixels")
})

test("a matching If-None-Match gets 304", async () => {
  await using app = await startApp()
  writeFileSync(join(app.uploads, "a.jpg"), "pixels")
  const etag = (await app.request("/uploads/a.jpg")).headers.get("ETag") ?? ""
  expect((await app.request("/uploads/a.jpg", { headers: { "If-None-Match": etag } })).status).toBe(304)
})

test("HEAD has the headers of GET and no body", async () => {
  await using app = await startApp()
  writeFileSync(join(app.uploads, "a.jpg"), "pixels")
  const head = await app.request("/uploads/a.jpg", { method: "HEAD" })
  expect(head.status).toBe(200)
  expect(head.headers.get("Content-Length")).toBe("6")
  expect(await head.text()).toBe("")
})

test("an image that is deleted while it is sent arrives whole", async () => {
  await using app = await startApp()
  const content = Buffer.alloc(3_000_000, "pixels")
  writeFileSync(join(app.uploads, "a.jpg"), content)
  const responses = await Promise.all(Array.from({ length: 5 }, () => app.request("/uploads/a.jpg")))
  rmSync(join(app.uploads, "a.jpg"))
  for (const response of responses) {
    expect(response.headers.get("Content-Length")).toBe(String(content.length))
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
  }
  expect((await app.request("/uploads/a.jpg")).status).toBe(404)
})

test.each(["", "?w=320"])(
  "an image that is deleted just before it is opened is 404, as /uploads/a.jpg%s",
  async (query) => {
    using folder = createTemporaryFolder()
    const store = createDiskImageStore(folder.path)
    const path = join(folder.path, "uploads/a.jpg")
    writeFileSync(path, "pixels")
    const originals: ObjectStore = {
      ...store.originals,
      async open(name) {
        rmSync(path, { force: true })
        return store.originals.open(name)
      },
      async read(name) {
        rmSync(path, { force: true })
        return store.originals.read(name)
      },
    }
    await using app = await startApp({ images: { ...store, originals } })
    const response = await app.request(`/uploads/a.jpg${query}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ success: false, message: responseTexts.imageNotFound })
    expect(response.headers.get("Cache-Control")).toBe("no-store")
  },
)

test.each([
  "missing.jpg",
  "..%2Fsite.db",
  "..%2f..%2fetc%2fpasswd",
  "%2e%2e%2fa.jpg",
  "..%5Ca.jpg",
  ".a.jpg",
  "a.jpg%00.png",
  "a.svg",
  "a.html",
  "a",
  "folder.jpg",
  `${"a".repeat(500)}.jpg`,
])("/uploads/%s is 404 and not cacheable", async (name) => {
  await using app = await startApp()
  mkdirSync(join(app.uploads, "folder.jpg"))
  for (const file of ["../site.db", "../a.jpg", "a.svg", "a.html", ".a.jpg"]) {
    writeFileSync(join(app.uploads, file), "secret")
  }
  const response = await app.request(`/uploads/${name}`)
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ success: false, message: responseTexts.imageNotFound })
  expect(response.headers.get("Cache-Control")).toBe("no-store")
})

test.each([
  ["/uploads", 404],
  ["/uploads/", 308],
  ["/uploads/a/b.jpg", 404],
])("%s lists nothing", async (path, status) => {
  await using app = await startApp()
  writeFileSync(join(app.uploads, "a.jpg"), "pixels")
  expect((await app.request(path)).status).toBe(status)
})

test("the placeholder is a real JPEG", async () => {
  await using app = await startApp()
  const response = await app.request("/api/placeholder.jpg")
  expect(response.status).toBe(200)
  expect(response.headers.get("Content-Type")).toBe("image/jpeg")
  expect(response.headers.get("Cache-Control")).toMatch(/max-age/)
  const { format, width = 0, height = 0 } = await sharp(await response.arrayBuffer()).metadata()
  expect(format).toBe("jpeg")
  expect(Math.min(width, height)).toBeGreaterThan(100)
})
