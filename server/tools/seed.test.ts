// @module-tag engines
import { expect, test } from "vitest"
import { MESSAGE_STATES } from "#server/contract/message-states.ts"
import { findSector, SECTORS } from "#server/contract/sectors.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import { createTestImage } from "#server/testing/fixtures.ts"
import { startApp } from "#server/testing/start-app.ts"
import { seed } from "./seed.ts"

const now = new Date(Date.UTC(2025, 2, 3))

test("a seeded site has projects of every sector and status, with pictures, and messages of a year and a half", async () => {
  await using app = await startApp()
  await createTestImage(app.db, "a.jpg")
  await seed(app.db, { projects: 100, messages: 2500 }, now)
  const projects = (await (await app.request("/api/projects")).json()) as Record<string, string>[]
  expect(projects).toHaveLength(100)
  expect(new Set(projects.map(({ sector }) => sector))).toEqual(new Set(SECTORS))
  expect(new Set(projects.map(({ status }) => status))).toEqual(new Set([...STATUSES, null]))
  expect(projects.some(({ project_images: images }) => images?.includes("a.jpg"))).toBe(true)
  const messages = await app.db.selectFrom("messages").selectAll().orderBy("id").execute()
  expect(messages).toHaveLength(2500)
  expect(messages.every(({ sector }) => findSector(sector))).toBe(true)
  expect(messages.at(-1)?.createdAt).toBe(now.toISOString())
  expect(messages[0]?.createdAt.slice(0, 7)).toBe("2023-08")
})

test("seeded projects have the revisions that were asked for", async () => {
  await using app = await startApp()
  await seed(app.db, { projects: 3, messages: 0, revisions: 4 }, now)
  const rows = await app.db.selectFrom("projectRevisions").select(["projectId", "version"]).execute()
  expect(rows).toHaveLength(12)
  const versions = await app.db.selectFrom("projects").select("version").distinct().execute()
  expect(versions).toEqual([{ version: 5 }])
})

test("seeded messages have the entries that were asked for, and then all states", async () => {
  await using app = await startApp()
  await seed(app.db, { projects: 0, messages: 200, entries: 5 }, now)
  expect(await app.db.selectFrom("messageEntries").select("id").execute()).toHaveLength(1000)
  const messages = await app.db.selectFrom("messages").select(["state", "reference", "deletedAt"]).execute()
  expect(new Set(messages.map(({ state }) => state))).toEqual(new Set(MESSAGE_STATES))
  expect(new Set(messages.map(({ reference }) => reference)).size).toBe(200)
  expect(messages.some(({ deletedAt }) => deletedAt)).toBe(true)
})

test("seeding again adds further rows", async () => {
  await using app = await startApp()
  await seed(app.db, { projects: 3, messages: 3 }, now)
  await seed(app.db, { projects: 3, messages: 3 }, now)
  expect(await app.db.selectFrom("projects").select("id").execute()).toHaveLength(6)
  expect(await app.db.selectFrom("messages").select("id").execute()).toHaveLength(6)
})
