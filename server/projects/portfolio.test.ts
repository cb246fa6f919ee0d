// @module-tag engines
import { expect, test } from "vitest"
import type { Portfolio, PortfolioQuery } from "#server/contract/projects.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
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

test("lists what is public, newest first, by sector, status and year of Kinshasa", async () => {
  await using site = await startSite()
  await fill(site)
  expect(await site.names({ page: 1 })).toEqual(["D", "C", "B", "A"])
  expect(await site.names({ page: 1, sector: "Élevage" })).toEqual(["D", "C"])
  expect(await site.names({ page: 1, status: "Terminé" })).toEqual(["C", "A"])
  expect(await site.names({ page: 1, year: 2025 })).toEqual(["C", "B"])
  expect(await site.names({ page: 1, year: 2024 })).toEqual(["A"])
  expect(await site.names({ page: 1, year: 2025, sector: "Transport", status: "En cours" })).toEqual(["B"])
  expect(await site.names({ page: 1, year: 2025, sector: "Transport", status: "Terminé" })).toEqual([])
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
