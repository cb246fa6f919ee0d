// @module-tag engines
import { expect, test, vi } from "vitest"
import type { Transaction } from "#server/database/core/database.ts"
import { bumpContentVersion } from "#server/testing/bump-content-version.ts"
import { openTestDatabase } from "#server/testing/open-test-database.ts"
import { inSavepoint, inTransaction } from "./transaction.ts"

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

test("a query outside of the handle of its transaction fails at once, and the transaction can go on", async () => {
  await using db = await openTestDatabase()
  const read = () => db.selectFrom("contentVersion").select("version").execute()
  const result = await inTransaction(db, async (trx) => {
    await expect(read()).rejects.toThrow("must use the transaction's handle")
    await expect(inTransaction(db, bumpContentVersion)).rejects.toThrow("must use the transaction's handle")
    await bumpContentVersion(trx)
    return "committed"
  })
  expect(result).toBe("committed")
  expect(await read()).toHaveLength(1)
})

test("what a transaction has started may query once it has ended, and so may others meanwhile", async () => {
  await using db = await openTestDatabase()
  const read = () => db.selectFrom("contentVersion").select("version").execute()
  const others = read()
  const { promise: end, resolve } = Promise.withResolvers<void>()
  let later: Promise<unknown> | undefined
  await inTransaction(db, async (trx) => {
    later = end.then(read)
    await bumpContentVersion(trx)
  })
  resolve()
  expect(await later).toHaveLength(1)
  expect(await others).toHaveLength(1)
})

test("a part that fails is taken back alone", async () => {
  await using db = await openTestDatabase()
  const insert = (trx: Transaction, name: string) => trx.insertInto("leases").values({ name, until: "" }).execute()
  await inTransaction(db, async (trx) => {
    await insert(trx, "before")
    const failed = inSavepoint(trx, async () => {
      await insert(trx, "taken back")
      await insert(trx, "before")
    })
    await expect(failed).rejects.toThrow()
    await inSavepoint(trx, () => insert(trx, "after"))
  })
  const names = await db.selectFrom("leases").select("name").orderBy("name").execute()
  expect(names).toEqual([{ name: "after" }, { name: "before" }])
})
