// @module-tag engines
import { join } from "node:path"
import { expect, test } from "vitest"
import { createTestProject, createTestProjects } from "#server/testing/fixtures.ts"
import { callsOf, createProjectManager } from "#server/testing/manage-projects.ts"
import { openInstances } from "#server/testing/open-test-database.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { findSlugHolder } from "./slugs.ts"
import { emptyTrash } from "./trash.ts"

async function startSite() {
  let time = Date.now()
  const site = await startApp({ now: () => new Date(time) })
  const manager = await createProjectManager(site)
  const at = async (slug: string) => {
    const { status, data } = await callsOf(site).ask("atSlug", slug)
    return status === 200 ? data : status
  }
  const rename = (id: number, name: string) => manager.call("update", { id, name })
  return {
    ...site,
    manager,
    at,
    rename,
    pass: (days: number) => {
      time += days * 24 * 3_600_000
    },
  }
}

test("a renamed project is moved from every URL that it was public at", async () => {
  await using site = await startSite()
  const id = await createTestProject(site.db, { name: "École de Limete" })
  for (const name of ["Lycée de Limete", "Collège de Limete"]) await site.rename(id, name)
  expect(await site.at("college-de-limete")).toMatchObject({ kind: "found", project: { id } })
  for (const slug of ["ecole-de-limete", "lycee-de-limete"]) {
    expect(await site.at(slug)).toEqual({ kind: "moved", slug: "college-de-limete" })
  }
  await site.rename(id, "École de Limete")
  expect(await site.at("ecole-de-limete")).toMatchObject({ kind: "found", project: { id } })
  expect(await site.at("college-de-limete")).toEqual({ kind: "moved", slug: "ecole-de-limete" })
})

test("a slug is never given to a second project, even while it only leads elsewhere", async () => {
  await using site = await startSite()
  const first = await createTestProject(site.db, { name: "Pont" })
  await site.rename(first, "Viaduc")
  const second = await createTestProject(site.db, { name: "Pont" })
  expect(await site.at("pont")).toEqual({ kind: "moved", slug: "viaduc" })
  expect(await site.at("pont-2")).toMatchObject({ project: { id: second } })
})

test("a draft's slug leads nowhere, and is free again when the draft is renamed", async () => {
  await using site = await startSite()
  const id = await createTestProject(site.db, { name: "Pont", publishedAt: null })
  await site.rename(id, "Viaduc")
  expect([await site.at("pont"), await site.at("viaduc"), await site.at("inconnu")]).toEqual([404, 404, 404])
  const other = await createTestProject(site.db, { name: "Pont" })
  expect(await site.at("pont")).toMatchObject({ project: { id: other } })
})

test("what was public is gone, also after the trash was emptied, until a new project takes its name", async () => {
  await using site = await startSite()
  const id = await createTestProject(site.db, { name: "Pont", sector: "Transport" })
  await site.manager.call("delete", id)
  expect(await site.at("pont")).toEqual({ kind: "gone", sector: "Transport" })
  site.pass(31)
  await emptyTrash(site)
  expect(await site.at("pont")).toEqual({ kind: "gone", sector: null })
  const next = await createTestProject(site.db, { name: "Pont" })
  expect(await site.at("pont")).toMatchObject({ kind: "found", project: { id: next } })
})

test("the URL of an erased project stays gone while a draft has its name", async () => {
  await using site = await startSite()
  await site.manager.call("delete", await createTestProject(site.db, { name: "Pont" }))
  site.pass(31)
  await emptyTrash(site)
  const draft = await createTestProject(site.db, { name: "Pont", publishedAt: null })
  expect(await site.at("pont")).toEqual({ kind: "gone", sector: null })
  await site.rename(draft, "Viaduc")
  expect(await site.at("pont")).toEqual({ kind: "gone", sector: null })
})

test("names without letters, long ones and a hundred of one name have slugs of their own", async () => {
  await using site = await startSite()
  for (const name of ["???", "日本", "é".repeat(200)]) await createTestProject(site.db, { name })
  await createTestProjects(
    site.db,
    Array.from({ length: 100 }, () => ({ name: "Villa" })),
  )
  const slugs = (await site.db.selectFrom("projects").select("slug").execute()).map(({ slug }) => slug)
  expect(new Set(slugs).size).toBe(103)
  expect(slugs).toEqual(expect.arrayContaining(["projet", "projet-2", "e".repeat(80), "villa", "villa-2"]))
  for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
})

test("two instances that create projects of one name at once give each a slug of its own", async () => {
  using folder = createTemporaryFolder()
  const { db, other } = await openInstances(join(folder.path, "site.db"))
  await using one = await startApp({ db })
  await using two = await startApp({ db: other })
  const managers = [await createProjectManager(one), await createProjectManager(two)]
  const fields = { name: "Villa", sector: "Construction", description: "Une villa.", status: "En cours" } as const
  const created = await Promise.all(
    Array.from({ length: 20 }, (_, index) => managers[index % 2]?.call("create", fields)),
  )
  expect(new Set(created.map((response) => response?.data.slug)).size).toBe(20)
})

test("what lies in the trash and was never public gives its slug back, and gets another one when it is restored", async () => {
  await using site = await startSite()
  const draft = await createTestProject(site.db, { name: "Pont", publishedAt: null })
  await site.manager.call("delete", draft)
  const next = await createTestProject(site.db, { name: "Pont" })
  expect(await site.at("pont")).toMatchObject({ kind: "found", project: { id: next } })
  await site.manager.call("restore", draft)
  const { slug } = await site.db.selectFrom("projects").select("slug").where("id", "=", draft).executeTakeFirstOrThrow()
  expect(slug).toBe("pont-2")
})

test("who has the URL of a name is told, with its state", async () => {
  await using site = await startSite()
  const first = await createTestProject(site.db, { name: "Pont" })
  const second = await createTestProject(site.db, { name: "Pont" })
  const holderOf = async (id: number) => (await site.manager.ask("slugHolder", id)).data
  expect(await holderOf(first)).toBeNull()
  expect(await holderOf(second)).toEqual({ id: first, name: "Pont", state: "published" })
  await site.manager.call("delete", first)
  expect(await holderOf(second)).toEqual({ id: first, name: "Pont", state: "trashed" })
  site.pass(31)
  await emptyTrash(site)
  expect(await findSlugHolder(site.db, second)).toEqual({ id: null, name: null, state: null })
  expect(await findSlugHolder(site.db, 999)).toBeNull()
})
