// @module-tag engines
import { copyFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { programFolder } from "#server/program.ts"
import { createTestImage } from "#server/testing/fixtures.ts"
import { startApp } from "#server/testing/start-app.ts"
import { limitDecoding } from "./decoding.ts"
import { hashImages } from "./hash-images.ts"
import { hashDistance } from "./perceptual-hash.ts"

const picture = join(programFolder, "server/pictures/bundled/originals/hero/home.jpg")

test("images stored before get their hash; one that cannot be read is tried once", async () => {
  await using site = await startApp()
  for (const name of ["whole.jpg", "broken.jpg", "missing.jpg"]) await createTestImage(site.db, name)
  copyFileSync(picture, join(site.uploads, "whole.jpg"))
  writeFileSync(join(site.uploads, "broken.jpg"), "pixels")
  await hashImages(site)
  const rows = await site.db.selectFrom("images").select(["name", "hash"]).orderBy("name").execute()
  expect(rows).toEqual([
    { name: "broken.jpg", hash: "" },
    { name: "missing.jpg", hash: "" },
    { name: "whole.jpg", hash: expect.stringMatching(/^[0-9a-f]{16}$/) },
  ])
  const version = await site.db.contentVersion()
  await hashImages(site)
  expect(await site.db.contentVersion()).toBe(version)
})

test("an image that must wait for too many others gets its hash later", async () => {
  await using site = await startApp()
  await createTestImage(site.db, "whole.jpg")
  copyFileSync(picture, join(site.uploads, "whole.jpg"))
  const hashOf = async () => (await site.db.selectFrom("images").select("hash").executeTakeFirstOrThrow()).hash
  const decoded = Promise.withResolvers<void>()
  const others = Array.from({ length: 101 }, () => limitDecoding(() => decoded.promise))
  await hashImages(site)
  expect(await hashOf()).toBeNull()
  decoded.resolve()
  await Promise.all(others)
  await hashImages(site)
  expect(await hashOf()).toMatch(/^[0-9a-f]{16}$/)
})

test("the distance of two hashes is the number of bits in which they differ", () => {
  expect(hashDistance("0000000000000000", "0000000000000000")).toBe(0)
  expect(hashDistance("ffffffffffffffff", "0000000000000000")).toBe(64)
  expect(hashDistance("8000000000000003", "0000000000000001")).toBe(2)
})
