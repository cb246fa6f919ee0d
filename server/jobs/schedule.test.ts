import { expect, onTestFinished, test, vi } from "vitest"
import { createLog } from "#server/log.ts"
import { startSchedule } from "./schedule.ts"

const silent = createLog("silent", () => {})

test("every task runs at the start, one after the other", async () => {
  const runs: string[] = []
  const task = (name: string) => ({
    name,
    run: async () => {
      runs.push(`${name} starts`)
      await new Promise((resolve) => setImmediate(resolve))
      runs.push(`${name} ends`)
    },
  })
  await startSchedule({ tasks: [task("first"), task("second")], log: silent }).stop()
  expect(runs).toEqual(["first starts", "first ends", "second starts", "second ends"])
})

test("the tasks run again and again until the schedule is stopped", async () => {
  let runs = 0
  const run = async () => {
    runs += 1
  }
  const schedule = startSchedule({ everyMs: 1, tasks: [{ name: "count", run }], log: silent })
  await vi.waitFor(() => expect(runs).toBeGreaterThan(2))
  await schedule.stop()
  const atStop = runs
  // A run that was still due would come before this one.
  await new Promise((resolve) => setTimeout(resolve, 2))
  expect(runs).toBe(atStop)
})

test("stopping waits for the task in progress", async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let stopped = false
  const stopping = startSchedule({ tasks: [{ name: "slow", run: () => promise }], log: silent })
    .stop()
    .then(() => {
      stopped = true
    })
  await new Promise((next) => setImmediate(next))
  expect(stopped).toBe(false)
  resolve()
  await stopping
})

test("runs that are late do not pile up", async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const ends: (() => void)[] = []
  const run = () => new Promise<void>((resolve) => ends.push(resolve))
  const schedule = startSchedule({ everyMs: 5, tasks: [{ name: "late", run }], log: silent })
  await vi.advanceTimersByTimeAsync(50)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(5)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await schedule.stop()
})

test("a task that fails is logged, and the others still run", async () => {
  const lines: string[] = []
  let ran = false
  const failing = { name: "failing", run: () => Promise.reject(new Error("no")) }
  const next = {
    name: "next",
    run: async () => {
      ran = true
    },
  }
  await startSchedule({ tasks: [failing, next], log: createLog("info", (line) => lines.push(line)) }).stop()
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "warn", event: "task failed", task: "failing" })
  expect(ran).toBe(true)
})

test("each task is recorded as the schedule starts, and then when it has succeeded", async () => {
  const record = vi.fn()
  const now = () => new Date("2026-03-02T00:00:00Z")
  const ofNight = new Date("2026-03-01T00:00:00Z")
  const tasks = [
    { name: "failing", run: () => Promise.reject(new Error("no")) },
    { name: "frequent", run: async () => {} },
    { name: "rare", run: async () => {}, everyMs: 60_000, succeededAt: () => ofNight },
  ]
  await startSchedule({ everyMs: 1000, tasks, log: silent, now, record }).stop()
  expect(record.mock.calls.flat()).toEqual([
    { name: "failing", everyMs: 1000, succeededAt: undefined },
    { name: "frequent", everyMs: 1000, succeededAt: undefined },
    { name: "rare", everyMs: 60_000, succeededAt: undefined },
    { name: "frequent", everyMs: 1000, succeededAt: now() },
    { name: "rare", everyMs: 60_000, succeededAt: ofNight },
  ])
})
