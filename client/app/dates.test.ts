import { expect, test } from "vitest"
import { formatComingDate, formatDayTime, formatShortDate } from "#client/office/french/dates.ts"
import { formatDate, formatDateTime } from "./dates.ts"

test("days are those of Kinshasa, and the first of a month is « 1er »", () => {
  expect(formatDate("2026-07-31T23:30:00Z")).toBe("1er août 2026")
  expect(formatDateTime("2026-07-31T23:30:00Z")).toBe("1er août 2026 à 00:30")
  expect(formatShortDate("2026-11-01T12:00Z")).toBe("1er nov. 2026")
  expect(formatComingDate("2026-11-01T12:00Z", new Date("2026-10-01T12:00Z"))).toBe("1er nov.")
  expect(formatDate("2026-08-11")).toBe("11 août 2026")
  expect(formatDayTime("2026-11-01T12:00Z")).toBe("dimanche 1er novembre 2026 à 13:00")
  expect(formatDayTime("2026-11-30T12:00Z")).toBe("lundi 30 novembre 2026 à 13:00")
})
