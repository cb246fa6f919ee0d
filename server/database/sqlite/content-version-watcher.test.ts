import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { connectFile } from "#server/database/connect.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { bumpContentVersion } from "#server/testing/bump-content-version.ts"
import { openTestDatabase } from "#server/testing/open-test-database.ts"

/** Opens two connections to one database, as two processes do. */
async function openTwice() {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-version-"))
  const [db, other] = [await connectFile(join(folder, "site.db")), await connectFile(join(folder, "site.db"))]
  return {
    db,
    other,
    async [Symbol.asyncDispose]() {
      await Promise.all([db.destroy(), other.destroy()])
      rmSync(folder, { recursive: true })
    },
  }
}

test("the version is that of the last commit, by this process or another", async () => {
  await using site = await openTwice()
  expect(site.db.contentVersion()).toBe(1)
  await inTransaction(site.db, bumpContentVersion)
  expect([site.db.contentVersion(), site.other.contentVersion()]).toEqual([2, 2])
  await inTransaction(site.other, bumpContentVersion)
  expect([site.db.contentVersion(), site.other.contentVersion()]).toEqual([3, 3])
})

test("uncommitted writes do not change the version", async () => {
  await using site = await openTwice()
  site.db.contentVersion()
  await inTransaction(site.db, async (trx) => {
    await bumpContentVersion(trx)
    expect([site.db.contentVersion(), site.other.contentVersion()]).toEqual([1, 1])
  })
  expect([site.db.contentVersion(), site.other.contentVersion()]).toEqual([2, 2])
})

test("rolled back writes do not change the version", async () => {
  await using site = await openTwice()
  site.db.contentVersion()
  const failed = inTransaction(site.db, async (trx) => {
    await bumpContentVersion(trx)
    site.db.contentVersion()
    throw new Error("no")
  })
  await expect(failed).rejects.toThrow("no")
  expect(site.db.contentVersion()).toBe(1)
  await inTransaction(site.db, bumpContentVersion)
  expect(site.db.contentVersion()).toBe(2)
})

test("while a transaction hides another process's commit the version is unknown", async () => {
  await using site = await openTwice()
  site.db.contentVersion()
  await inTransaction(site.other, bumpContentVersion)
  await inTransaction(site.db, async (trx) => {
    await bumpContentVersion(trx)
    expect(site.db.contentVersion()).toBeUndefined()
  })
  expect(site.db.contentVersion()).toBe(3)
})

test("a write that changes no page does not change the version", async () => {
  await using site = await openTwice()
  const at = new Date().toISOString()
  const limit = { action: "x", subject: "y", at, expiresAt: at }
  for (const db of [site.db, site.other])
    await inTransaction(db, (trx) => trx.insertInto("limits").values(limit).execute())
  expect([site.db.contentVersion(), site.other.contentVersion()]).toEqual([1, 1])
})

test("the version is unknown when it cannot be read", async () => {
  const db = await openTestDatabase()
  await db.schema.dropTable("contentVersion").execute()
  expect(db.contentVersion()).toBeUndefined()
  await db.destroy()
  expect(db.contentVersion()).toBeUndefined()
})
