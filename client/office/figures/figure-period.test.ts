import { expect, test } from "vitest"
import { lastDays, parsePeriod } from "./figure-period.ts"

/** In Kinshasa, this is the 2nd of March. */
const NOW = new Date("2026-03-01T23:30:00Z")

test("the last days end today in Kinshasa", () => {
  expect(lastDays(1, NOW)).toEqual({ from: "2026-03-02", until: "2026-03-02" })
  expect(lastDays(30, NOW)).toEqual({ from: "2026-02-01", until: "2026-03-02" })
})

test("the address's days count, and each that is none is that of the last twelve months", () => {
  expect(parsePeriod({ du: "2026-01-05", au: "2026-01-11" }, NOW)).toEqual({ from: "2026-01-05", until: "2026-01-11" })
  expect(parsePeriod({}, NOW)).toEqual({ from: "2025-03-03", until: "2026-03-02" })
  expect(parsePeriod({ du: "hier", au: "2026-02-30" }, NOW)).toEqual({ from: "2025-03-03", until: "2026-03-02" })
})
