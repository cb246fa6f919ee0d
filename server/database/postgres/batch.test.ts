import { expect, test } from "vitest"
import { askInBatches } from "./batch.ts"

/** A question that the test answers. */
function createQuestions() {
  const asked: PromiseWithResolvers<number>[] = []
  const ask = askInBatches(() => {
    const question = Promise.withResolvers<number>()
    asked.push(question)
    return question.promise
  })
  return { asked, ask }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test("calls of one turn share a question", async () => {
  const { asked, ask } = createQuestions()
  const answers = Promise.all([ask(), ask(), ask()])
  await nextTurn()
  expect(asked).toHaveLength(1)
  asked[0]?.resolve(7)
  expect(await answers).toEqual([7, 7, 7])
})

test("a call that comes while a question is under way gets the answer to the next one", async () => {
  const { asked, ask } = createQuestions()
  const before = ask()
  await nextTurn()
  const after = [ask(), ask()]
  await nextTurn()
  expect(asked).toHaveLength(1)
  asked[0]?.resolve(1)
  expect(await before).toBe(1)
  await nextTurn()
  expect(asked).toHaveLength(2)
  asked[1]?.resolve(2)
  expect(await Promise.all(after)).toEqual([2, 2])
})

test("a question that fails rejects its calls alone", async () => {
  const { asked, ask } = createQuestions()
  const failed = ask()
  await nextTurn()
  asked[0]?.reject(new Error("gone"))
  await expect(failed).rejects.toThrow("gone")
  const next = ask()
  await nextTurn()
  asked[1]?.resolve(3)
  expect(await next).toBe(3)
})
