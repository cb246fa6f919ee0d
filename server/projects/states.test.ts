// @module-tag engines
import { expect, test } from "vitest"
import type { ProjectState } from "#server/contract/project-states.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { createForm } from "#server/testing/image-files.ts"
import { callsOf, createProjectManager } from "#server/testing/manage-projects.ts"
import { startApp } from "#server/testing/start-app.ts"

async function startSite() {
  const site = await startApp()
  const manager = await createProjectManager(site)
  const visitor = callsOf(site)
  /** Brings a new project into that state, after it was public. */
  async function createIn(state: ProjectState, name: string) {
    const id = await createTestProject(site.db, { name, publishedAt: null })
    if (state === "scheduled") await manager.call("schedule", { id, at: "2999-01-01T08:00" })
    if (state === "published" || state === "trashed") await manager.call("publish", { id })
    if (state === "trashed") await manager.call("delete", id)
    return id
  }
  return { ...site, manager, visitor, createIn }
}

type Site = Awaited<ReturnType<typeof startSite>>

/** Returns all answers about a project that a visitor can read. */
async function readAll({ request, visitor }: Site, id: number, slug: string): Promise<string> {
  const answers = [
    await Promise.all(
      ["/api/projects", "/projects", "/api/projects?sector=construction", `/api/projects/${id}`].map(async (path) =>
        (await request(path)).text(),
      ),
    ),
    await visitor.ask("list", { limit: 1000 }),
    await visitor.ask("page", { sector: "Construction", page: 1 }),
    await visitor.ask("portfolio", { page: 1 }),
    await visitor.ask("portfolio", { page: 1, sector: "Construction", status: "En cours" }),
    await visitor.ask("get", id),
    await visitor.ask("atSlug", slug),
  ]
  return JSON.stringify(answers)
}

test.each(["draft", "scheduled", "trashed"] as const)("no visitor sees a %s project anywhere", async (state) => {
  await using site = await startSite()
  const id = await site.createIn(state, "Tour secrète")
  expect((await site.manager.ask("managed", id)).data).toMatchObject({ state, slug: "tour-secrete" })
  expect(await readAll(site, id, "tour-secrete")).not.toContain("Tour secrète")
  expect((await site.request(`/api/projects/${id}`)).status).toBe(404)
})

test("every way of reading shows a published project with its slug, and no state", async () => {
  await using site = await startSite()
  const id = await site.createIn("published", "Tour publique")
  const answers = (await readAll(site, id, "tour-publique")).split("Tour publique")
  expect(answers.length).toBeGreaterThan(9)
  const rest = await (await site.request(`/api/projects/${id}`)).json()
  expect(rest).toMatchObject({ slug: "tour-publique" })
  expect(Object.keys(rest)).not.toContain("state")
  const own = await site.request(`/api/projects/${id}`, { headers: site.manager.headers })
  expect(await own.json()).toMatchObject({ state: "published", published_at: expect.any(String) })
  expect(own.headers.get("Cache-Control")).toBe("no-store")
})

test("a withdrawn project leaves every list with the next request", async () => {
  await using site = await startSite()
  const id = await site.createIn("published", "Tour publique")
  await site.manager.call("withdraw", { id })
  expect(await readAll(site, id, "tour-publique")).not.toContain("Tour publique")
  expect((await site.visitor.ask("atSlug", "tour-publique")).data).toEqual({ kind: "gone", sector: "Construction" })
})

test("REST publishes a new project, unless it is said to be a draft", async () => {
  await using site = await startSite()
  const create = async (fields: Record<string, string>) => {
    const { "Content-Type": _, ...headers } = site.manager.headers
    const response = await site.request("/api/projects", { method: "POST", headers, body: createForm(fields) })
    return [response.status, await response.json()]
  }
  const draft = { project_name: "Brouillon", sector: "construction", state: "draft" }
  expect(await create(draft)).toMatchObject([201, { project: { state: "draft", published_at: null, description: "" } }])
  const complete = { ...draft, description: "Un pont.", status: "En cours" }
  const { state: _, ...published } = complete
  expect(await create(published)).toMatchObject([201, { project: { state: "published", slug: "brouillon-2" } }])
  expect(await create({ ...complete, state: "trashed" })).toMatchObject([400, { errors: { state: /^État inconnu/ } }])
  expect(await (await site.request("/api/projects")).json()).toHaveLength(1)
})

test("a draft that is not complete is not published, and says what it lacks", async () => {
  await using site = await startSite()
  const { data } = await site.manager.call("createDraft", { name: "Pont", sector: "Construction" })
  for (const name of ["publish", "schedule"] as const) {
    const { status, fields } = await site.manager.call(name, { id: data.id, at: "2999-01-01T08:00" })
    expect([status, Object.keys(fields ?? {})]).toEqual([400, ["description", "status"]])
  }
  await site.manager.call("update", { id: data.id, description: "Un pont." })
  const message = "Ce projet est incomplet, il lui manque pour être publié\u00a0: un statut"
  expect(await site.manager.call("publish", { id: data.id })).toMatchObject({ status: 400, message })
  await site.manager.call("update", { id: data.id, status: "En cours" })
  expect((await site.manager.call("publish", { id: data.id })).data).toMatchObject({ state: "published" })
})

test("of two who change the state of one version, the second gets a conflict", async () => {
  await using site = await startSite()
  const id = await site.createIn("draft", "Pont")
  expect((await site.manager.call("publish", { id, version: 1 })).status).toBe(200)
  expect(await site.manager.call("withdraw", { id, version: 1 })).toMatchObject({ status: 409 })
  expect((await site.manager.ask("managed", id)).data.state).toBe("published")
})

test("what is in the trash is neither edited nor published", async () => {
  await using site = await startSite()
  const id = await site.createIn("trashed", "Pont")
  for (const name of ["update", "publish", "withdraw"] as const) {
    expect((await site.manager.call(name, { id, name: "Autre" })).status).toBe(404)
  }
  const { version } = (await site.manager.ask("managed", id)).data
  expect(version).toBe(3)
})

test("the search of the back office finds each state, and counts all", async () => {
  await using site = await startSite()
  for (const state of ["draft", "scheduled", "published", "trashed"] as const)
    await site.createIn(state, `Pont ${state}`)
  const find = async (criteria: { state?: ProjectState; search?: string }) => {
    const { data } = await site.manager.ask("search", { search: "", sort: "name", page: 1, ...criteria })
    return { ...data, names: data.projects.map(({ name }) => name) }
  }
  expect((await find({})).names).toEqual(["Pont draft", "Pont published", "Pont scheduled"])
  for (const state of ["draft", "scheduled", "published", "trashed"] as const) {
    expect(await find({ state })).toMatchObject({ names: [`Pont ${state}`], found: 1 })
    expect(await find({ state, search: "pont" })).toMatchObject({ names: [`Pont ${state}`], found: 1 })
    expect(await find({ state, search: "villa" })).toMatchObject({ names: [], found: 0 })
  }
  expect((await find({})).states).toEqual({ draft: 1, scheduled: 1, published: 1, trashed: 1 })
  expect((await find({})).counts.total).toBe(3)
})
