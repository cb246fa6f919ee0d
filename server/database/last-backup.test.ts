// @module-tag engines
import { expect, test } from "vitest"
import { openTestDatabase } from "#server/testing/open-test-database.ts"
import { lastBackupAt, recordBackup } from "./last-backup.ts"

const first = new Date("2026-03-01T00:30:00.000Z")
const second = new Date("2026-03-02T00:30:00.000Z")

test("the newest verified backup counts, in whatever order they are recorded", async () => {
  await using db = await openTestDatabase()
  expect(await lastBackupAt(db)).toBeUndefined()
  await recordBackup(db, first)
  await recordBackup(db, second)
  await recordBackup(db, second)
  expect(await lastBackupAt(db)).toEqual(second)
  expect(await db.selectFrom("backups").selectAll().execute()).toHaveLength(1)
  await recordBackup(db, first)
  expect(await lastBackupAt(db)).toEqual(second)
})

test("one that a clock has dated ahead counts no longer than until the next", async () => {
  await using db = await openTestDatabase()
  await recordBackup(db, new Date("2999-01-01T00:00:00.000Z"))
  await recordBackup(db, second)
  expect(await lastBackupAt(db)).toEqual(second)
})
