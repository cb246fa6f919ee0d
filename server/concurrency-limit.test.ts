import { expect, onTestFinished, test, vi } from "vitest"
import { limitConcurrency } from "./concurrency-limit.ts"

/** Starts tasks that end when the test says so. */
function startTasks(run: ReturnType<typeof limitConcurrency>, priorities: number[]) {
  const running = new Set<number>()
  const ends: (() => void)[] = []
  const results = priorities.map((priority, number) =>
    run(async () => {
      running.add(number)
      await new Promise<void>((resolve) => {
        ends[number] = resolve
      })
      running.delete(number)
      return number
    }, priority),
  )
  return { running, ends, results }
}

test("that many tasks run at once, the others afterwards in their order", async () => {
  const { running, ends, results } = startTasks(limitConcurrency({ concurrency: 2, queueSize: 5 }), [0, 0, 0, 0])
  expect([...running]).toEqual([0, 1])
  ends[1]?.()
  await results[1]
  await expect.poll(() => [...running]).toEqual([0, 2])
  ends[0]?.()
  await expect.poll(() => [...running]).toEqual([2, 3])
  for (const end of ends) end()
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3])
})

test("a task of higher priority overtakes those in the queue", async () => {
  const { running, ends, results } = startTasks(limitConcurrency({ concurrency: 1, queueSize: 5 }), [0, 0, 1, 1])
  for (const number of [0, 2, 3, 1]) {
    await expect.poll(() => [...running]).toEqual([number])
    ends[number]?.()
    await results[number]
  }
})

test("a task beyond the queue's size is rejected as busy", async () => {
  const run = limitConcurrency({ concurrency: 1, queueSize: 1 })
  const { ends, results } = startTasks(run, [0, 0])
  await expect(run(async () => 0)).rejects.toMatchObject({ code: "unavailable", retryAfter: 5 })
  ends[0]?.()
  await expect.poll(() => ends[1]).toBeDefined()
  ends[1]?.()
  await Promise.all(results)
})

test("a task that has waited for too long is rejected as busy, and never runs", async () => {
  const { running, ends, results } = startTasks(limitConcurrency({ concurrency: 1, queueSize: 5, waitMs: 50 }), [0, 0])
  await expect(results[1]).rejects.toMatchObject({ code: "unavailable", retryAfter: 5 })
  ends[0]?.()
  await results[0]
  expect([...running]).toEqual([])
})

test("a task that has waited for less runs as long as it takes", async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { ends, results } = startTasks(limitConcurrency({ concurrency: 1, queueSize: 5, waitMs: 50 }), [0, 0])
  await vi.advanceTimersByTimeAsync(40)
  ends[0]?.()
  await results[0]
  await vi.advanceTimersByTimeAsync(60)
  ends[1]?.()
  expect(await Promise.all(results)).toEqual([0, 1])
})

test("after a task that failed the next one runs", async () => {
  const run = limitConcurrency({ concurrency: 1, queueSize: 1 })
  const failing = run(() => Promise.reject(new Error("no")))
  const next = run(async () => "done")
  await expect(failing).rejects.toThrow("no")
  expect(await next).toBe("done")
})
