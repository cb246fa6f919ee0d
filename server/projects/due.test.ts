// @module-tag engines
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { createProjectManager } from "#server/testing/manage-projects.ts"
import { openInstances } from "#server/testing/open-test-database.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { publishDueProjects } from "./due.ts"

const MINUTE_MS = 60_000

/** This is Monday, 2 March 2026, at 8:00 in Kinshasa. */
const MONDAY = Date.UTC(2026, 2, 2, 7)

/** Starts the site on a clock that the test sets, with its job. */
async function startOnClock(given: Parameters<typeof startApp>[0] = {}) {
  let time = MONDAY
  const site = await startApp({ ...given, now: () => new Date(time) })
  return {
    ...site,
    manager: await createProjectManager(site),
    /** Sets the clock to that many milliseconds after Monday, and runs the job. */
    async at(ms: number) {
      time = MONDAY + ms
      await publishDueProjects(site)
    },
    async listPublic() {
      const projects = (await (await site.request("/api/projects")).json()) as { project_name: string }[]
      return projects.map(({ project_name }) => project_name)
    },
  }
}

test("a scheduled project is public from its moment of Kinshasa on, at the top of the lists", async () => {
  await using site = await startOnClock()
  const id = await createTestProject(site.db, { name: "Pont", publishedAt: null, at: "2026-01-01T00:00:00.000Z" })
  await createTestProject(site.db, { name: "Villa", at: "2026-02-01T00:00:00.000Z" })
  const { data } = await site.manager.call("schedule", { id, at: "2026-03-02T08:10" })
  expect(data).toMatchObject({ state: "scheduled", publishAt: "2026-03-02T07:10:00.000Z", publishedAt: null })
  await site.at(10 * MINUTE_MS - 1)
  expect(await site.listPublic()).toEqual(["Villa"])
  await site.at(10 * MINUTE_MS)
  expect(await site.listPublic()).toEqual(["Pont", "Villa"])
  expect((await site.manager.ask("managed", id)).data).toMatchObject({
    state: "published",
    publishAt: null,
    publishedAt: "2026-03-02T07:10:00.000Z",
    version: 3,
  })
})

test("a moment that has passed is rejected, and a schedule can be taken back", async () => {
  await using site = await startOnClock()
  const id = await createTestProject(site.db, { publishedAt: null })
  expect(await site.manager.call("schedule", { id, at: "2026-03-02T08:00" })).toMatchObject({
    status: 400,
    fields: { at: responseTexts.scheduleInPast },
  })
  await site.manager.call("schedule", { id, at: "2026-03-02T09:00" })
  expect((await site.manager.call("schedule", { id, at: null })).data.state).toBe("draft")
  await site.at(120 * MINUTE_MS)
  expect(await site.listPublic()).toEqual([])
})

test("after a time without any instance all that became due is published", async () => {
  await using site = await startOnClock()
  for (const minute of [10, 20, 30]) {
    const id = await createTestProject(site.db, { name: `p${minute}`, publishedAt: null })
    await site.manager.call("schedule", { id, at: `2026-03-02T08:${minute}` })
  }
  await site.at(24 * 60 * MINUTE_MS)
  expect((await site.listPublic()).sort()).toEqual(["p10", "p20", "p30"])
})

test("two instances publish a project once", async () => {
  using folder = createTemporaryFolder()
  const { db, other } = await openInstances(join(folder.path, "site.db"))
  await using one = await startOnClock({ db })
  await using two = await startOnClock({ db: other })
  for (const round of [1, 2, 3]) {
    const id = await createTestProject(one.db, { publishedAt: null })
    await one.manager.call("schedule", { id, at: `2026-03-02T08:0${round}` })
    await Promise.all([one.at(round * MINUTE_MS), two.at(round * MINUTE_MS)])
    const { data } = await two.manager.ask("revisions", id)
    expect(data.map(({ action, by }) => [action, by])).toEqual([
      ["publish", null],
      ["schedule", expect.any(String)],
      ["create", null],
    ])
    expect(await two.listPublic()).toHaveLength(round)
  }
})

test("a project that somebody has emptied since waits for a person, and keeps no other from being published", async () => {
  await using site = await startOnClock()
  const emptied = await createTestProject(site.db, { name: "Vide", publishedAt: null })
  const complete = await createTestProject(site.db, { name: "Pont", publishedAt: null })
  for (const id of [emptied, complete]) await site.manager.call("schedule", { id, at: "2026-03-02T08:10" })
  await site.manager.call("update", { id: emptied, status: null })
  await site.at(10 * MINUTE_MS)
  expect(await site.listPublic()).toEqual(["Pont"])
  expect((await site.manager.ask("managed", emptied)).data).toMatchObject({ state: "draft", publishAt: null })
  expect(site.lines.join("")).toContain("scheduled project cannot be published")
})

test("what is in the trash is not published, and after its moment comes back as a draft", async () => {
  await using site = await startOnClock()
  const id = await createTestProject(site.db, { publishedAt: null })
  await site.manager.call("schedule", { id, at: "2026-03-02T08:10" })
  await site.manager.call("delete", id)
  await site.at(10 * MINUTE_MS)
  expect(await site.listPublic()).toEqual([])
  expect((await site.manager.call("restore", id)).data).toMatchObject({ state: "draft", publishAt: null })
})

test("undoing a move to the trash after the moment makes a draft, and before it leaves the project scheduled", async () => {
  await using site = await startOnClock()
  const early = await createTestProject(site.db, { publishedAt: null })
  const late = await createTestProject(site.db, { publishedAt: null })
  await site.manager.call("schedule", { id: early, at: "2026-03-02T08:10" })
  await site.manager.call("schedule", { id: late, at: "2026-03-02T08:20" })
  const batchId = randomUUID()
  await site.manager.call("change", { ids: [early, late], batchId, action: { kind: "trash" } })
  await site.at(10 * MINUTE_MS)
  expect((await site.manager.call("undo", batchId)).data).toMatchObject({ undone: 2 })
  await site.at(11 * MINUTE_MS)
  expect(await site.listPublic()).toEqual([])
  expect((await site.manager.ask("managed", early)).data).toMatchObject({ state: "draft", publishAt: null })
  expect((await site.manager.ask("managed", late)).data.state).toBe("scheduled")
})
