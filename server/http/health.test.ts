// @module-tag engines
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { createDiskImageStore } from "#server/images/store/disk-image-store.ts"
import { commit, version } from "#server/program.ts"
import { createTestImage } from "#server/testing/fixtures.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"

test("health tells of the version, of the database and of the image store", async () => {
  await using app = await startApp()
  const response = await app.request("/api/health")
  expect(response.status).toBe(200)
  expect(response.headers.get("Cache-Control")).toBe("no-store")
  expect(await response.json()).toEqual({ status: "ok", version, commit, parts: { database: "ok", images: "ok" } })
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
})

test("without its images the site is healthy and ready all the same", async () => {
  await using app = await startApp()
  rmSync(app.uploads, { recursive: true })
  const response = await app.request("/api/health")
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ status: "ok", parts: { database: "ok", images: "failing" } })
  expect((await app.request("/api/ready")).status).toBe(200)
})

test("where the database has pictures whose files are gone, the image store is failing", async () => {
  await using app = await startApp()
  await createTestImage(app.db, "lost.jpg")
  const ask = async () => (await app.request("/api/health")).json()
  expect(await ask()).toMatchObject({ status: "ok", parts: { database: "ok", images: "failing" } })
})

test("a disk that is mounted again is noticed", async () => {
  let time = Date.UTC(2025, 0, 1)
  await using app = await startApp({ now: () => new Date(time) })
  await createTestImage(app.db, "kept.jpg")
  const ask = async () => (await app.request("/api/health")).json()
  expect(await ask()).toMatchObject({ parts: { images: "failing" } })
  writeFileSync(join(app.uploads, "kept.jpg"), "pixels")
  time += 3000
  expect(await ask()).toMatchObject({ parts: { images: "ok" } })
})

test("without its database it is neither", async () => {
  await using app = await startApp()
  await app.db.schema.dropTable("contentVersion").execute()
  const response = await app.request("/api/health")
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ success: false, parts: { database: "failing", images: "ok" } })
  expect((await app.request("/api/ready")).status).toBe(503)
})

test("an instance that is about to stop is healthy, but not ready", async () => {
  let isStopping = false
  await using app = await startApp({ isStopping: () => isStopping })
  expect((await app.request("/api/ready")).status).toBe(200)
  isStopping = true
  expect((await app.request("/api/ready")).status).toBe(503)
  expect((await app.request("/api/health")).status).toBe(200)
  expect((await app.request("/api/projects")).status).toBe(200)
})

test("however many ask for health, the image store is asked once in three seconds", async () => {
  using folder = createTemporaryFolder()
  let time = Date.UTC(2025, 0, 1)
  let checks = 0
  let fails = false
  const check = async () => {
    checks += 1
    if (fails) throw new Error("no answer")
  }
  const images = { ...createDiskImageStore(folder.path), check }
  await using app = await startApp({ images, now: () => new Date(time) })
  const ask = async () => ((await (await app.request("/api/health")).json()) as { parts: object }).parts
  await Promise.all(Array.from({ length: 20 }, ask))
  expect(checks).toBe(1)
  fails = true
  time += 2999
  expect(await ask()).toEqual({ database: "ok", images: "ok" })
  time += 1
  expect(await ask()).toEqual({ database: "ok", images: "failing" })
  expect(checks).toBe(2)
})
