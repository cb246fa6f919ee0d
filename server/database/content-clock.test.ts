import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { openFile } from "./open.ts"
import { raiseContentVersion, write } from "./write.ts"

/** Two connections to one database, as two processes have them. */
async function openTwice() {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-clock-"))
  const [db, other] = [await openFile(join(folder, "site.db")), await openFile(join(folder, "site.db"))]
  return {
    db,
    other,
    async [Symbol.asyncDispose]() {
      await Promise.all([db.destroy(), other.destroy()])
      rmSync(folder, { recursive: true })
    },
  }
}

test("the version is told as it was committed, by this process or another", async () => {
  await using site = await openTwice()
  expect(site.db.contentVersion()).toBe(1)
  await write(site.db, raiseContentVersion)
  expect([site.db.contentVersion(), site.other.contentVersion()]).toEqual([2, 2])
  await write(site.other, raiseContentVersion)
  expect([site.db.contentVersion(), site.other.contentVersion()]).toEqual([3, 3])
})

test("what a transaction has written is told to nobody before its commit", async () => {
  await using site = await openTwice()
  site.db.contentVersion()
  await write(site.db, async (trx) => {
    await raiseContentVersion(trx)
    expect([site.db.contentVersion(), site.other.contentVersion()]).toEqual([1, 1])
  })
  expect([site.db.contentVersion(), site.other.contentVersion()]).toEqual([2, 2])
})

test("what a transaction has rolled back is never told", async () => {
  await using site = await openTwice()
  site.db.contentVersion()
  const failed = write(site.db, async (trx) => {
    await raiseContentVersion(trx)
    site.db.contentVersion()
    throw new Error("no")
  })
  await expect(failed).rejects.toThrow("no")
  expect(site.db.contentVersion()).toBe(1)
  await write(site.db, raiseContentVersion)
  expect(site.db.contentVersion()).toBe(2)
})

test("another process's write that a transaction of this one hides leaves the version unknown until its end", async () => {
  await using site = await openTwice()
  site.db.contentVersion()
  await write(site.other, raiseContentVersion)
  await write(site.db, async (trx) => {
    await raiseContentVersion(trx)
    expect(site.db.contentVersion()).toBeUndefined()
  })
  expect(site.db.contentVersion()).toBe(3)
})

test("a write that changes no page leaves it alone", async () => {
  await using site = await openTwice()
  const at = new Date().toISOString()
  const limit = { action: "x", subject: "y", at, expiresAt: at }
  for (const db of [site.db, site.other]) await write(db, (trx) => trx.insertInto("limits").values(limit).execute())
  expect([site.db.contentVersion(), site.other.contentVersion()]).toEqual([1, 1])
})

test("it is unknown where it cannot be read", async () => {
  const db = await openFile(":memory:")
  await db.schema.dropTable("contentVersion").execute()
  expect(db.contentVersion()).toBeUndefined()
  await db.destroy()
  expect(db.contentVersion()).toBeUndefined()
})
