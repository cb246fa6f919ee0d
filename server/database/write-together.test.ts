import { sql } from "kysely"
import { expect, test } from "vitest"
import { connectFile } from "./connect.ts"
import type { Database, Transaction } from "./transaction.ts"
import { writeTogether } from "./write-together.ts"

function addKey(name: string) {
  return async (trx: Transaction) => {
    await trx.insertInto("keys").values({ name, value: "", createdAt: "" }).execute()
    return name
  }
}

async function keysOf(db: Database) {
  const rows = await db.selectFrom("keys").select("name").orderBy("name").execute()
  return rows.map(({ name }) => name)
}

/** How many transactions the database has committed writes in since it was opened. */
function countCommits(db: Database) {
  const transactions: number[] = []
  const begin = db.transaction.bind(db)
  db.transaction = () => {
    transactions.push(1)
    return begin()
  }
  return transactions
}

test("writes that come together share one transaction, and each gets its own answer", async () => {
  await using db = disposable(await connectFile(":memory:"))
  const transactions = countCommits(db)
  expect(await Promise.all(["a", "b", "c"].map((name) => writeTogether(db, addKey(name))))).toEqual(["a", "b", "c"])
  expect(transactions).toHaveLength(1)
  expect(await writeTogether(db, addKey("d"))).toBe("d")
  expect(transactions).toHaveLength(2)
  expect(await keysOf(db)).toEqual(["a", "b", "c", "d"])
})

test("one that fails leaves nothing behind and does not touch the others", async () => {
  await using db = disposable(await connectFile(":memory:"))
  const failing = writeTogether(db, async (trx) => {
    await addKey("half")(trx)
    throw new Error("refused")
  })
  const others = [writeTogether(db, addKey("a")), writeTogether(db, addKey("b"))]
  await expect(failing).rejects.toThrow("refused")
  expect(await Promise.all(others)).toEqual(["a", "b"])
  expect(await keysOf(db)).toEqual(["a", "b"])
})

test("when the transaction itself is lost, all are told so and nothing is there", async () => {
  await using db = disposable(await connectFile(":memory:"))
  const lost = writeTogether(db, async (trx) => {
    await sql`rollback`.execute(trx)
    throw new Error("disk full")
  })
  const others = [writeTogether(db, addKey("a"))]
  await expect(lost).rejects.toThrow("disk full")
  await expect(Promise.all(others)).rejects.toThrow("disk full")
  expect(await keysOf(db)).toEqual([])
})

function disposable(db: Database) {
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.destroy() })
}
