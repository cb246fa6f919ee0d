// @module-tag engines
import { afterEach, expect, test, vi } from "vitest"
import { engine, openTestDatabase } from "#server/testing/open-test-database.ts"
import { openClock } from "./clock.ts"

const FIVE_MINUTES_MS = 300_000

afterEach(() => vi.restoreAllMocks())

test("instances on PostgreSQL go by its clock, a site on SQLite by its own", async () => {
  await using db = await openTestDatabase()
  const ownClock = Date.now
  const clock = await openClock(db)
  expect(Math.abs(clock.now().getTime() - ownClock())).toBeLessThan(10_000)
  vi.spyOn(Date, "now").mockImplementation(() => ownClock() + FIVE_MINUTES_MS)
  await clock.synchronize()
  const aheadMs = clock.now().getTime() - ownClock()
  expect(Math.abs(aheadMs - (engine === "postgres" ? 0 : FIVE_MINUTES_MS))).toBeLessThan(10_000)
})
