// @module-tag engines
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { openInstances } from "#server/testing/open-test-database.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { onceANight } from "./once-a-night.ts"

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
