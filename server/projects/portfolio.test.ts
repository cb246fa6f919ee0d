// @module-tag engines
import { expect, test } from "vitest"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import type { Portfolio, PortfolioQuery, Project, ProjectPage } from "#server/contract/projects.ts"
import { createTestProject, createTestProjects } from "#server/testing/fixtures.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { startApp } from "#server/testing/start-app.ts"

async function startSite() {
  const site = await startApp()
  const send = (query: unknown) =>
    site.request(`/trpc/projects.portfolio?input=${encodeURIComponent(JSON.stringify(query))}`)
  async function read(query: PortfolioQuery) {
    const response = await send(query)
    expect(response.status).toBe(200)
    return ((await response.json()) as { result: { data: Portfolio } }).result.data
  }
  const names = async (query: PortfolioQuery) => (await read(query)).projects.map(({ name }) => name)
  return { ...site, send, read, names }
}

type Site = Awaited<ReturnType<typeof startSite>>

async function fill({ db }: Site) {
  const projects = [
    { name: "A", sector: "Transport", status: "Terminé", at: "2024-12-31T22:59:59.000Z" },
    { name: "B", sector: "Transport", status: "En cours", at: "2024-12-31T23:00:00.000Z" },
    { name: "C", sector: "Élevage", status: "Terminé", at: "2025-06-01T10:00:00.000Z" },
    { name: "D", sector: "Élevage", status: null, at: "2026-01-02T10:00:00.000Z" },
    { name: "Secret", sector: "Élevage", status: "Terminé", at: "2026-01-03T10:00:00.000Z", publishedAt: null },
  ] as const
  for (const project of projects) await createTestProject(db, project)
}

test("lists what is public, finished first and the newest of each status first, by sector, status and year of Kinshasa", async () => {
  await using site = await startSite()
  await fill(site)
  expect(await site.names({ page: 1 })).toEqual(["C", "A", "B", "D"])
  expect(await site.names({ page: 1, sector: "Élevage" })).toEqual(["C", "D"])
  expect(await site.names({ page: 1, status: "Terminé" })).toEqual(["C", "A"])
  expect(await site.names({ page: 1, year: 2025 })).toEqual(["C", "B"])
  expect(await site.names({ page: 1, year: 2024 })).toEqual(["A"])
  expect(await site.names({ page: 1, year: 2025, sector: "Transport", status: "En cours" })).toEqual(["B"])
  expect(await site.names({ page: 1, year: 2025, sector: "Transport", status: "Terminé" })).toEqual([])
})

test("finds all words of a text in names, sectors and statuses, whatever its case and accents, among what is public, and counts that alone", async () => {
  await using site = await startSite()
  await fill(site)
  await createTestProject(site.db, { name: "École de Lemba", sector: "Construction", status: "Annulé" })
  await createTestProject(site.db, { name: "Une école secrète", sector: "Construction", publishedAt: null })
  const found = await site.read({ page: 1, search: "ECOLE" })
  expect(found.projects.map(({ name }) => name)).toEqual(["École de Lemba"])
  expect(found.found).toBe(1)
  expect(found.choices.sectors.filter(({ count }) => count > 0)).toEqual([{ sector: "Construction", count: 1 }])
  expect(found.choices.years).toEqual([{ year: expect.any(Number), count: 1 }])
  expect(await site.names({ page: 1, search: "elevage" })).toEqual(["C", "D"])
  expect(await site.names({ page: 1, search: "elevage", status: "Terminé" })).toEqual(["C"])
  expect(await site.names({ page: 1, search: "lemba école annulé" })).toEqual(["École de Lemba"])
  for (const search of ["rien de tel", "lemba transport", "%", "_", "\0", "'", "\u001f"])
    expect(await site.names({ page: 1, search }), JSON.stringify(search)).toEqual([])
  // Nothing is left of these once invisible characters are gone.
  for (const search of ["\u200b", "\u0301"])
    expect(await site.names({ page: 1, search }), JSON.stringify(search)).toHaveLength(5)
  await publishTestContent(site.db, "parametres", { ...defaultContent.parametres, projects: { cancelled: "non" } })
  expect(await site.names({ page: 1, search: "ecole" })).toEqual([])
})

test("counts what each choice would leave, with the other filters as they are", async () => {
  await using site = await startSite()
  await fill(site)
  const all = await site.read({ page: 1 })
  expect(all.found).toBe(4)
  const some = ({ choices }: Portfolio) => ({
    sectors: Object.fromEntries(
      choices.sectors.filter(({ count }) => count).map(({ sector, count }) => [sector, count]),
    ),
    statuses: Object.fromEntries(
      choices.statuses.filter(({ count }) => count).map(({ status, count }) => [status, count]),
    ),
    years: choices.years.map(({ year, count }) => [year, count]),
  })
  expect(some(all)).toEqual({
    sectors: { Transport: 2, Élevage: 2 },
    statuses: { Terminé: 2, "En cours": 1 },
    years: [
      [2026, 1],
      [2025, 2],
      [2024, 1],
    ],
  })
  const filtered = await site.read({ page: 1, sector: "Élevage", year: 2025 })
  expect(filtered.found).toBe(1)
  expect(some(filtered)).toEqual({
    sectors: { Transport: 1, Élevage: 1 },
    statuses: { Terminé: 1 },
    years: [
      [2026, 1],
      [2025, 1],
      [2024, 0],
    ],
  })
})

test("the waiting come after the running, cancelled projects last, and a page goes on where the one before ended", async () => {
  await using site = await startSite()
  const statuses = ["Annulé", "importé", null, "En attente", "En cours", "Terminé"] as const
  for (const status of statuses) {
    const rows = Array.from({ length: 9 }, (_, index) => ({ name: `${status} ${index + 1}`, status }))
    await createTestProjects(site.db, rows)
  }
  const names = (await Promise.all([1, 2, 3].map((page) => site.names({ page })))).flat()
  const numbered = (status: string | null) => Array.from({ length: 9 }, (_, index) => `${status} ${9 - index}`)
  expect(names.slice(0, 27)).toEqual(["Terminé", "En cours", "En attente"].flatMap(numbered))
  expect(names.slice(27, 45).toSorted()).toEqual([...numbered(null), ...numbered("importé")].toSorted())
  expect(names.slice(45)).toEqual(numbered("Annulé"))
})

test("cancelled projects are in no list where the settings say so, and their page stays", async () => {
  await using site = await startSite()
  await createTestProject(site.db, { name: "Pont", status: "Annulé", sector: "Transport" })
  await createTestProject(site.db, { name: "Bac", status: null, sector: "Transport" })
  const related = async () => {
    const response = await site.request(`/trpc/projects.atSlug?input=${encodeURIComponent(JSON.stringify("bac"))}`)
    const { result } = (await response.json()) as { result: { data: { related: Project[] } } }
    return result.data.related.map(({ name }) => name)
  }
  const ofSector = async () => {
    const input = encodeURIComponent(JSON.stringify({ sector: "Transport", page: 1 }))
    const response = await site.request(`/trpc/projects.page?input=${input}`)
    const { result } = (await response.json()) as { result: { data: ProjectPage } }
    return result.data.projects.map(({ name }) => name)
  }
  await site.db.updateTable("projects").set({ pin: 1 }).where("name", "=", "Pont").execute()
  expect([await site.names({ page: 1 }), await ofSector(), await related()]).toEqual([
    ["Bac", "Pont"],
    ["Pont", "Bac"],
    ["Pont"],
  ])
  await publishTestContent(site.db, "parametres", { ...defaultContent.parametres, projects: { cancelled: "non" } })
  expect([await site.names({ page: 1 }), await ofSector(), await related()]).toEqual([["Bac"], ["Bac"], []])
  const all = await site.read({ page: 1 })
  expect([all.found, all.choices.statuses.find(({ status }) => status === "Annulé")?.count]).toEqual([1, 0])
  expect(await site.names({ page: 1, status: "Annulé" })).toEqual([])
  expect(await (await site.request("/api/projects")).json()).toHaveLength(2)
})

test("has 24 projects a page", async () => {
  await using site = await startSite()
  for (let number = 1; number <= 25; number += 1) await createTestProject(site.db, { name: `Projet ${number}` })
  const [first, second, third] = await Promise.all([1, 2, 3].map((page) => site.read({ page })))
  expect([first, second, third].map((found) => found?.projects.length)).toEqual([24, 1, 0])
  expect([first, second, third].map((found) => found?.found)).toEqual([25, 25, 25])
  expect(second?.projects[0]?.name).toBe("Projet 1")
})

test.each([{ page: 0 }, { page: 1, sector: "Mines" }, { page: 1, status: "Livré" }, { page: 1, year: 12 }, {}])(
  "%o is rejected",
  async (query) => {
    await using site = await startSite()
    expect((await site.send(query)).status).toBe(400)
  },
)
