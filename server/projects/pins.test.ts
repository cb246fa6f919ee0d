// @module-tag engines
import { expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createTestProject, createTestProjects } from "#server/testing/fixtures.ts"
import { callsOf, createProjectManager } from "#server/testing/manage-projects.ts"
import { startApp } from "#server/testing/start-app.ts"

async function startSite(count = 4) {
  const site = await startApp()
  const manager = await createProjectManager(site)
  const ids = await createTestProjects(
    site.db,
    Array.from({ length: count }, (_, index) => ({ name: `p${index + 1}` })),
  )
  const names = async (page = 1) => {
    const { data } = await callsOf(site).ask("page", { sector: "Construction", page })
    return data.projects.map(({ name }) => name)
  }
  const pin = (...numbers: number[]) =>
    manager.call("pin", { sector: "Construction", ids: numbers.map((number) => ids[number - 1] ?? 0) })
  return { ...site, manager, ids, names, pin }
}

test("pinned projects stand at the top of their sector in their order, the others newest first", async () => {
  await using site = await startSite()
  expect(await site.names()).toEqual(["p4", "p3", "p2", "p1"])
  expect((await site.pin(1, 3)).data.map(({ pin }) => pin)).toEqual([1, 2])
  expect(await site.names()).toEqual(["p1", "p3", "p4", "p2"])
  await site.pin(3, 2, 1)
  expect(await site.names()).toEqual(["p3", "p2", "p1", "p4"])
  await site.pin()
  expect(await site.names()).toEqual(["p4", "p3", "p2", "p1"])
})

test("each project stands once in the pages of its sector", async () => {
  await using site = await startSite(50)
  await site.pin(1, 2, 30)
  const all = [...(await site.names(1)), ...(await site.names(2)), ...(await site.names(3))]
  expect(all.slice(0, 4)).toEqual(["p1", "p2", "p30", "p50"])
  expect([all.length, new Set(all).size]).toEqual([50, 50])
})

test("no more than three, and only published ones of the sector", async () => {
  await using site = await startSite()
  expect(await site.pin(1, 2, 3, 4)).toMatchObject({ status: 400 })
  const other = await createTestProject(site.db, { sector: "Transport" })
  const draft = await createTestProject(site.db, { publishedAt: null })
  for (const id of [other, draft, 999]) {
    const { status, message } = await site.manager.call("pin", { sector: "Construction", ids: [id] })
    expect([status, message]).toEqual([400, responseTexts.pinNotPublished])
  }
  expect(await site.names()).toEqual(["p4", "p3", "p2", "p1"])
})

test("a pin comes back from the trash, unless another project has its place", async () => {
  await using site = await startSite()
  await site.pin(1, 2)
  for (const number of [1, 2]) await site.manager.call("delete", site.ids[number - 1] ?? 0)
  expect(await site.names()).toEqual(["p4", "p3"])
  await site.pin(4)
  for (const number of [1, 2]) await site.manager.call("restore", site.ids[number - 1] ?? 0)
  expect(await site.names()).toEqual(["p4", "p2", "p3", "p1"])
})

test("a project that was withdrawn or scheduled is no longer pinned when it is published again", async () => {
  await using site = await startSite()
  await site.pin(1, 2)
  const [one = 0, two = 0] = site.ids
  await site.manager.call("withdraw", { id: one })
  await site.manager.call("schedule", { id: two, at: "2099-01-01T08:00" })
  for (const id of [one, two]) {
    expect((await site.manager.call("publish", { id })).data).toMatchObject({ state: "published", pin: null })
  }
})

test("a project that moves to another sector is no longer pinned", async () => {
  await using site = await startSite()
  await site.pin(1)
  await site.manager.call("update", { id: site.ids[0] ?? 0, sector: "Transport" })
  expect((await site.manager.ask("managed", site.ids[0] ?? 0)).data).toMatchObject({ sector: "Transport", pin: null })
})
