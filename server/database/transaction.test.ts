import { expect, test, vi } from "vitest"
import { bumpContentVersion } from "#server/testing/bump-content-version.ts"
import { openTestDatabase } from "#server/testing/open-test-database.ts"
import { inTransaction } from "./transaction.ts"

test("concurrent transactions do not interleave", async () => {
  const db = await openTestDatabase()
  const steps: string[] = []
  const step = (name: string) =>
    inTransaction(db, async (trx) => {
      steps.push(name)
      await bumpContentVersion(trx)
      steps.push(name)
    })
  await Promise.all(["a", "b", "c"].map(step))
  expect(steps.join("")).toMatch(/^(aa|bb|cc){3}$/)
  await db.destroy()
})

test("a transaction that fails is rolled back", async () => {
  const db = await openTestDatabase()
  const read = () => db.selectFrom("contentVersion").select("version").execute()
  const before = await read()
  const failed = inTransaction(db, async (trx) => {
    await bumpContentVersion(trx)
    throw new Error("no")
  })
  await expect(failed).rejects.toThrow("no")
  expect(await read()).toEqual(before)
  await db.destroy()
})

test("the event loop turns between transactions in a loop", async () => {
  const db = await openTestDatabase()
  // A longer pause follows a first transaction.
  await inTransaction(db, bumpContentVersion)
  await inTransaction(db, bumpContentVersion)
  const turned = vi.fn()
  setImmediate(turned)
  for (let times = 0; times < 2; times += 1) await inTransaction(db, bumpContentVersion)
  expect(turned).toHaveBeenCalled()
  await db.destroy()
})
