// @module-tag engines
import { join } from "node:path"
import { expect, test } from "vitest"
import { engine, openTwice } from "#server/testing/open-test-database.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { connectFile } from "./connect.ts"
import { withExclusiveImageLock, withSharedImageLock } from "./image-lock.ts"

/** Opens one database as two processes have it. */
async function openForTwo() {
  if (engine === "postgres") {
    const { db, other } = await openTwice()
    return { one: db, other, [Symbol.asyncDispose]: () => other.destroy().then(() => db.destroy()) }
  }
  const folder = createTemporaryFolder()
  const file = join(folder.path, "site.db")
  const [one, other] = [await connectFile(file), await connectFile(file)]
  return {
    one,
    other,
    async [Symbol.asyncDispose]() {
      await Promise.all([one.destroy(), other.destroy()])
      folder[Symbol.dispose]()
    },
  }
}

test.each([
  ["stored", withSharedImageLock, withExclusiveImageLock],
  ["deleted", withExclusiveImageLock, withSharedImageLock],
])("while images are being %s the other waits, and the database is read and written", async (_what, first, second) => {
  await using site = await openForTwo()
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const order: string[] = []
  const working = first(site.one, async () => {
    begun.resolve()
    await release.promise
    order.push("first")
  })
  await begun.promise
  const waiting = second(site.other, async () => void order.push("second"))
  for (const db of [site.one, site.other]) {
    await db.insertInto("leases").values({ name: crypto.randomUUID(), until: "" }).execute()
  }
  expect(await site.one.selectFrom("leases").select("until").execute()).toHaveLength(2)
  release.resolve()
  await Promise.all([working, waiting])
  expect(order).toEqual(["first", "second"])
})

test("two may store images at once", async () => {
  await using site = await openForTwo()
  const begun = Promise.withResolvers<void>()
  await Promise.all([
    withSharedImageLock(site.one, () => begun.promise),
    withSharedImageLock(site.other, async () => begun.resolve()),
  ])
})
