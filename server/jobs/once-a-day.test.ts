// @module-tag engines
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { HOUR_MS } from "#server/contract/durations.ts"
import { openInstances, openTestDatabase } from "#server/testing/open-test-database.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { onceADay, onceANight } from "./once-a-day.ts"

test("of two instances one runs the task in a night, and one that failed is tried again", async () => {
  using folder = createTemporaryFolder()
  const instances = await openInstances(join(folder.path, "site.db"))
  await using db = instances.db
  await using other = instances.other
  const run = vi.fn(async () => {})
  let now = new Date(0)
  const tasks = [db, other].map((each) => onceANight({ name: "count", run }, { db: each, now: () => now }))

  async function runsAt(at: string) {
    now = new Date(at)
    run.mockClear()
    for (const task of tasks) await task.run()
    return run.mock.calls.length
  }

  expect(await runsAt("2026-03-01T23:59:00Z")).toBe(1)
  // The turn ends at one o'clock in Kinshasa, which is midnight UTC.
  expect(await runsAt("2026-03-02T00:01:00Z")).toBe(1)
  expect(await runsAt("2026-03-02T01:01:00Z")).toBe(0)
  expect(await runsAt("2026-03-02T23:59:00Z")).toBe(0)
  run.mockRejectedValueOnce(new Error("The disk is full"))
  await expect(runsAt("2026-03-03T00:01:00Z")).rejects.toThrow("The disk is full")
  expect(await runsAt("2026-03-03T01:01:00Z")).toBe(1)
  expect(await runsAt("2026-03-03T02:01:00Z")).toBe(0)
})

test("the instance that did not run it knows of the night's success too, and of none after a failure", async () => {
  using folder = createTemporaryFolder()
  const instances = await openInstances(join(folder.path, "site.db"))
  await using db = instances.db
  await using other = instances.other
  const run = vi.fn(async () => {})
  let now = new Date("2026-03-02T01:30:00Z")
  const [task, beside] = [db, other].map((each) => onceANight({ name: "count", run }, { db: each, now: () => now }))
  run.mockRejectedValueOnce(new Error("The disk is full"))
  await expect(task?.run()).rejects.toThrow()
  expect(task?.succeededAt?.()).toBeUndefined()
  now = new Date("2026-03-02T02:30:00Z")
  await beside?.run()
  await task?.run()
  expect(beside?.succeededAt?.()).toEqual(now)
  expect(task?.succeededAt?.()).toEqual(new Date("2026-03-02T00:00:00Z"))
})

test("while another instance runs it, nothing is said to be done; where that one dies, it runs an hour later", async () => {
  using folder = createTemporaryFolder()
  const instances = await openInstances(join(folder.path, "site.db"))
  await using db = instances.db
  await using other = instances.other
  let now = new Date("2026-03-02T01:30:00Z")
  const started = Promise.withResolvers<void>()
  const dying = onceANight(
    {
      name: "count",
      run() {
        started.resolve()
        return new Promise(() => {})
      },
    },
    { db: other, now: () => now },
  )
  void dying.run()
  await started.promise
  const run = vi.fn(async () => {})
  const task = onceANight({ name: "count", run }, { db, now: () => now })
  now = new Date("2026-03-02T02:29:59Z")
  await task.run()
  expect(run).not.toHaveBeenCalled()
  expect(task.succeededAt?.()).toBeUndefined()
  now = new Date("2026-03-02T02:30:00Z")
  await task.run()
  expect(run).toHaveBeenCalledOnce()
  expect(task.succeededAt?.()).toEqual(now)
})

test("a turn of the morning is left out where no instance was up until it was over", async () => {
  await using db = await openTestDatabase()
  const run = vi.fn(async () => {})
  let now = new Date(0)
  const turn = { fromMs: 7.5 * HOUR_MS, forMs: 3 * HOUR_MS }
  const task = onceADay({ name: "greet", run }, { db, now: () => now }, turn)

  async function runsAt(at: string) {
    now = new Date(at)
    run.mockClear()
    await task.run()
    return run.mock.calls.length
  }

  expect(await runsAt("2026-03-02T06:29:00Z")).toBe(0)
  expect(await runsAt("2026-03-02T06:30:00Z")).toBe(1)
  expect(await runsAt("2026-03-02T06:31:00Z")).toBe(0)
  expect(await runsAt("2026-03-03T09:30:00Z")).toBe(0)
  expect(await runsAt("2026-03-04T09:29:00Z")).toBe(1)
})
