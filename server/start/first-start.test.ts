// @module-tag engines
import { expect, test } from "vitest"
import type { Database } from "#server/database/core/database.ts"
import { createDiskImageStore } from "#server/images/store/disk-image-store.ts"
import { openTestDatabase } from "#server/testing/open-test-database.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { fillNewDatabase } from "./first-start.ts"

/** Lets a test start the site repeatedly on one database and folder. */
async function openFolder() {
  const folder = createTemporaryFolder()
  const db = await openTestDatabase()
  const images = createDiskImageStore(folder.path)
  return {
    db,
    start: (demoContent: boolean) => fillNewDatabase({ db, images, demoContent, now: () => new Date() }),
    async [Symbol.asyncDispose]() {
      await db.destroy()
      folder[Symbol.dispose]()
    },
  }
}

async function countProjects(db: Database) {
  return (await db.selectFrom("projects").select("id").execute()).length
}

test("projects of the demonstration that were deleted do not come back with the next start", async () => {
  await using site = await openFolder()
  await site.start(true)
  expect(await countProjects(site.db)).toBeGreaterThan(11)
  await site.db.deleteFrom("projects").execute()
  await site.start(true)
  expect(await countProjects(site.db)).toBe(0)
})

test("a site that started without the demonstration does not get it later", async () => {
  await using site = await openFolder()
  await site.start(false)
  await site.start(true)
  expect(await countProjects(site.db)).toBe(0)
})
