// @module-tag engines
import { expect, test } from "vitest"
import { DAY_MS } from "#server/contract/durations.ts"
import { MESSAGE_OUTCOMES, MESSAGE_STATES } from "#server/contract/message-states.ts"
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
  const notes = app.db.selectFrom("messageEntries").select("id").where("kind", "=", "note")
  expect(await notes.execute()).toHaveLength(1000)
  const messages = await app.db.selectFrom("messages").select(["state", "reference", "deletedAt"]).execute()
  expect(new Set(messages.map(({ state }) => state))).toEqual(new Set(MESSAGE_STATES))
  expect(new Set(messages.map(({ reference }) => reference)).size).toBe(200)
  expect(messages.some(({ deletedAt }) => deletedAt)).toBe(true)
})

test("most seeded messages were answered within a day, each by an entry, and some led to a quote or more", async () => {
  await using app = await startApp()
  await seed(app.db, { projects: 0, messages: 3000, entries: 1 }, now)
  const messages = await app.db.selectFrom("messages").selectAll().execute()
  const answered = messages.flatMap(({ createdAt, answeredAt }) =>
    answeredAt ? [Date.parse(answeredAt) - Date.parse(createdAt)] : [],
  )
  const answers = await app.db.selectFrom("messageEntries").select("at").where("kind", "=", "answer").execute()
  expect(answers).toHaveLength(answered.length)
  expect(answers.every(({ at }) => at <= now.toISOString())).toBe(true)
  const withinDay = answered.filter((wait) => wait <= DAY_MS).length / answered.length
  expect(withinDay).toBeGreaterThan(0.6)
  expect(withinDay).toBeLessThan(0.95)
  const waiting = messages.filter(({ waitingSince }) => waitingSince !== null).length / messages.length
  expect(waiting).toBeGreaterThan(0.02)
  expect(waiting).toBeLessThan(0.2)
  expect(new Set(messages.map(({ outcome }) => outcome))).toEqual(new Set([null, ...MESSAGE_OUTCOMES]))
  expect(messages.some(({ followUpOn }) => followUpOn !== null && followUpOn >= "2025-03-03")).toBe(true)
})

test("seeding again adds further rows", async () => {
  await using app = await startApp()
  await seed(app.db, { projects: 3, messages: 3 }, now)
  await seed(app.db, { projects: 3, messages: 3 }, now)
  expect(await app.db.selectFrom("projects").select("id").execute()).toHaveLength(6)
  expect(await app.db.selectFrom("messages").select("id").execute()).toHaveLength(6)
})
