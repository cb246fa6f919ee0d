// @module-tag postgres
import { expect, test } from "vitest"
import { coalesceCalls } from "./coalesce-calls.ts"

/** Creates queries that the test resolves. */
function createQueries() {
  const queries: PromiseWithResolvers<number>[] = []
  const call = coalesceCalls(() => {
    const query = Promise.withResolvers<number>()
    queries.push(query)
    return query.promise
  })
  return { queries, call }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test("calls of one turn share a query", async () => {
  const { queries, call } = createQueries()
  const answers = Promise.all([call(), call(), call()])
  await nextTurn()
  expect(queries).toHaveLength(1)
  queries[0]?.resolve(7)
  expect(await answers).toEqual([7, 7, 7])
})

test("a call that comes while a query is under way gets the answer to the next one", async () => {
  const { queries, call } = createQueries()
  const before = call()
  await nextTurn()
  const after = [call(), call()]
  await nextTurn()
  expect(queries).toHaveLength(1)
  queries[0]?.resolve(1)
  expect(await before).toBe(1)
  await expect.poll(() => queries.length).toBe(2)
  queries[1]?.resolve(2)
  expect(await Promise.all(after)).toEqual([2, 2])
})

test("a call that comes in the turn after a query shares the next one", async () => {
  const { queries, call } = createQueries()
  const before = call()
  await nextTurn()
  const during = call()
  queries[0]?.resolve(1)
  await before
  await nextTurn()
  await nextTurn()
  const after = call()
  await expect.poll(() => queries.length).toBe(2)
  queries[1]?.resolve(2)
  expect(await Promise.all([during, after])).toEqual([2, 2])
})

test("a query that fails rejects its calls alone", async () => {
  const { queries, call } = createQueries()
  const failed = call()
  await nextTurn()
  queries[0]?.reject(new Error("gone"))
  await expect(failed).rejects.toThrow("gone")
  const next = call()
  await expect.poll(() => queries.length).toBe(2)
  queries[1]?.resolve(3)
  expect(await next).toBe(3)
})
