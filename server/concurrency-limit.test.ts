import { expect, test } from "vitest"
import { limitConcurrency } from "./concurrency-limit.ts"

/** Pieces of work that end when they are told to. */
function startWorks(inTurn: ReturnType<typeof limitConcurrency>, count: number) {
  const running = new Set<number>()
  const ends: (() => void)[] = []
  const outcomes = Array.from({ length: count }, (_, number) =>
    inTurn(async () => {
      running.add(number)
      await new Promise<void>((resolve) => {
        ends[number] = resolve
      })
      running.delete(number)
      return number
    }),
  )
  return { running, ends, outcomes }
}

test("so many run at once, the others in the order in which they came", async () => {
  const { running, ends, outcomes } = startWorks(limitConcurrency({ atOnce: 2, waiting: 5 }), 4)
  expect([...running]).toEqual([0, 1])
  ends[1]?.()
  await outcomes[1]
  await expect.poll(() => [...running]).toEqual([0, 2])
  ends[0]?.()
  await expect.poll(() => [...running]).toEqual([2, 3])
  for (const end of ends) end()
  expect(await Promise.all(outcomes)).toEqual([0, 1, 2, 3])
})

test("when too many wait, a further one is refused as busy", async () => {
  const inTurn = limitConcurrency({ atOnce: 1, waiting: 1 })
  const { ends, outcomes } = startWorks(inTurn, 2)
  await expect(inTurn(async () => 0)).rejects.toMatchObject({ code: "unavailable", retryAfter: 5 })
  ends[0]?.()
  await expect.poll(() => ends[1]).toBeDefined()
  ends[1]?.()
  await Promise.all(outcomes)
})

test("work that fails gives its place to the next", async () => {
  const inTurn = limitConcurrency({ atOnce: 1, waiting: 1 })
  const failing = inTurn(() => Promise.reject(new Error("no")))
  const next = inTurn(async () => "done")
  await expect(failing).rejects.toThrow("no")
  expect(await next).toBe("done")
})
