// @module-tag engines
import { expect, test } from "vitest"
import { createTestProject } from "#server/testing/fixtures.ts"
import { openTestDatabase } from "#server/testing/open-test-database.ts"
import { mondayOf, secondsBetween } from "./dates.ts"

const START = "2024-05-01T00:00:00.000Z"

/** Dates as another program may write them, with their year and week in Kinshasa and the seconds since the start. */
const dates: [text: string, year: string, monday: string | null, seconds: number | null][] = [
  ["2024-05-01T10:00:00.000Z", "2024", "2024-04-29", 36_000],
  ["2024-12-31T23:00:00.999Z", "2025", "2024-12-30", 21_164_400],
  ["2024-12-31T22:59:59.9999999Z", "2024", "2024-12-30", 21_164_399],
  ["2024-05-01 10:00:00", "2024", "2024-04-29", 36_000],
  ["2024-05-01 10:00", "2024", "2024-04-29", 36_000],
  ["2024-05-01", "2024", "2024-04-29", 0],
  ["2024-05-01T10:00:00+02:30", "2024", "2024-04-29", 27_000],
  ["2024-05-01 10:00:00.5 -02:30", "2024", "2024-04-29", 45_000],
  ["2024-02-31", "2024", "2024-02-26", -5_184_000],
  ["2024-13-01T10:00:00.000Z", "", null, null],
  ["2024-05-32", "", null, null],
  ["2024-05-01T10:60", "", null, null],
  ["hier", "", null, null],
  ["", "", null, null],
]

test.each(dates)("of « %s » the year is « %s »", async (publishedAt, year, monday, seconds) => {
  await using db = await openTestDatabase()
  await createTestProject(db, { publishedAt, at: START })
  const counted = await db.selectFrom("projectCounts").select("year").where("count", ">", 0).execute()
  const read = await db
    .selectFrom("projects")
    .select([
      mondayOf(db, "projects.publishedAt").as("monday"),
      secondsBetween(db, "projects.createdAt", "projects.publishedAt").as("seconds"),
    ])
    .executeTakeFirstOrThrow()
  expect({ year: counted[0]?.year, ...read }).toEqual({ year, monday, seconds })
})
