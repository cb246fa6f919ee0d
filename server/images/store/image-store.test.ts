import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { testImageStore, testS3ImageStore } from "#server/testing/image-store-contract.ts"
import { startS3Server } from "#server/testing/s3-server.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { createDiskImageStore } from "./disk-image-store.ts"
import { imageExtension } from "./image-store.ts"

testImageStore("the disk", async () => {
  const folder = createTemporaryFolder()
  return { store: createDiskImageStore(folder.path), [Symbol.asyncDispose]: async () => folder[Symbol.dispose]() }
})

testS3ImageStore("S3", startS3Server)

test("the disk: temporary files and folders are no objects", async () => {
  using folder = createTemporaryFolder()
  const { originals } = createDiskImageStore(folder.path)
  writeFileSync(join(folder.path, "uploads/.tmp-1-a"), "pix")
  mkdirSync(join(folder.path, "uploads/folder.jpg"))
  expect(await originals.list()).toEqual(["folder.jpg"])
  expect(await originals.open("folder.jpg")).toBeUndefined()
})

test.each(["../site.db", "a/b.jpg", ".a.jpg", "a.jpg\0.png", "a.svg", "a", ""])("%j is no image's name", (name) => {
  expect(imageExtension(name)).toBeUndefined()
})
