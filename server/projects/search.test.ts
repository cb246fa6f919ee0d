// @module-tag engines
import { sql } from "kysely"
import { describe, expect, test } from "vitest"
import type { ProjectSearch, ProjectSearchResult } from "#server/contract/projects.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

async function startSite(names: readonly string[] = []) {
  const site = await startApp()
  const headers = await signInAs(site, "admin")
  for (const name of names) await createTestProject(site.db, { name })
  async function search(text: string, options: Partial<ProjectSearch> = {}): Promise<ProjectSearchResult> {
    const input = encodeURIComponent(JSON.stringify({ search: text, sort: "newest", page: 1, ...options }))
    const response = await site.request(`/trpc/projects.search?input=${input}`, { headers })
    expect(response.status).toBe(200)
    return ((await response.json()) as { result: { data: ProjectSearchResult } }).result.data
  }
  return {
    ...site,
    headers,
    search,
    names: async (text: string, options = {}) => (await search(text, options)).projects.map(({ name }) => name),
  }
}

test.each(["ec", "ECO", "ecole", "École", "école de l", "  école  ", "de Limete", "L’É", "Œuvre", "oeuvre", "uvré"])(
  "« %s » finds the name it is a part of, whatever its case and accents",
  async (search) => {
    await using site = await startSite(["Gros Œuvré, école de Limete (L’É)", "Hangar"])
    expect(await site.names(search)).toEqual(["Gros Œuvré, école de Limete (L’É)"])
  },
)

test("finds by status", async () => {
  await using site = await startSite()
  await createTestProject(site.db, { name: "A", status: "Terminé" })
  await createTestProject(site.db, { name: "B", status: "En cours" })
  await createTestProject(site.db, { name: "C", status: null })
  expect(await site.names("termine")).toEqual(["A"])
  expect(await site.names("en c")).toEqual(["B"])
  expect(await site.names("en")).toEqual(["B"])
})

test("a filter by status finds and counts an imported spelling alike", async () => {
  await using site = await startSite()
  await createTestProject(site.db, { name: "A", status: "terminé" })
  await createTestProject(site.db, { name: "B", status: "livré" })
  for (const [status, name] of [
    ["Terminé", "A"],
    ["none", "B"],
  ] as const) {
    expect(await site.search("", { status })).toMatchObject({ projects: [{ name }], found: 1 })
  }
})

test.each([
  ["élev", "Élevage"],
  ["vente-mat", "Ventes de matériaux"],
  ["ventes-matériaux", "Ventes de matériaux"],
  ["s-m", "Ventes de matériaux"],
  ["s-", "Ventes de matériaux"],
  ["ventes de", "Ventes de matériaux"],
] as const)("« %s » finds the sector %s, also by the administrator's label", async (search, sector) => {
  await using site = await startSite()
  for (const other of ["Construction", "Élevage", "Ventes de matériaux"] as const) {
    await createTestProject(site.db, { name: other === sector ? "Voulu" : "Autre", sector: other, status: null })
  }
  expect(await site.names(search)).toEqual(["Voulu"])
})

test("no match crosses from one field to the next", async () => {
  await using site = await startSite()
  await createTestProject(site.db, { name: "Ferme", status: "En cours", sector: "Agriculture" })
  for (const search of ["ferme en", "meen", "me en", "coursa", "s agri"]) expect(await site.names(search)).toEqual([])
})

test.each([
  '"',
  '""',
  'a"b',
  "%",
  "_",
  "\\",
  "100%",
  "a_b",
  "*",
  "a*",
  "AND",
  "abc OR def",
  "NEAR(a b)",
  "name_folded:abc",
  "-abc",
  "(",
  "^abc",
  "'; drop table projects; --",
  "😀",
  "😀😀😀",
])("%j is searched literally", async (search) => {
  await using site = await startSite(["Hangar abc def", "axb"])
  expect((await site.search(search)).found).toBe(0)
  await createTestProject(site.db, { name: `Voici ${search} là` })
  expect((await site.search(search)).found).toBe(1)
})

test("a lone accent finds everything, and a NUL nothing", async () => {
  await using site = await startSite(["Hangar"])
  expect((await site.search("\u0301")).found).toBe(1)
  for (const search of ["\0", "han\0", "\0\0\0\0"]) expect((await site.search(search)).found).toBe(0)
})

test("follows updates, deletions, soft deletions and restorations", async () => {
  await using site = await startSite(["Hangar", "Ferme", "Silo"])
  const call = (name: string, input: unknown) => site.postJson(`/trpc/projects.${name}`, input, site.headers)
  const idOf = async (name: string) => (await site.search(name)).projects[0]?.id
  await call("update", { id: await idOf("hangar"), name: "Entrepôt", status: "Terminé" })
  expect([await site.names("hangar"), await site.names("ha")]).toEqual([[], []])
  expect([await site.names("entrepot"), await site.names("termi")]).toEqual([["Entrepôt"], ["Entrepôt"]])
  await call("update", { id: await idOf("entrepot"), sector: "Ventes de matériaux" })
  expect(await site.names("materiaux")).toEqual(["Entrepôt"])
  await call("delete", await idOf("ferme"))
  expect([await site.names("ferme"), await site.names("fe")]).toEqual([[], []])
  const trash = (deletedAt: string | null) =>
    site.db.updateTable("projects").set({ deletedAt }).where("name", "=", "Silo").execute()
  await trash("2025-01-01T00:00:00.000Z")
  expect([await site.names("silo"), await site.names("si")]).toEqual([[], []])
  expect((await site.search("")).counts).toEqual({ total: 1, done: 1, ongoing: 0, waiting: 0 })
  await trash(null)
  expect([await site.names("silo"), await site.names("si")]).toEqual([["Silo"], ["Silo"]])
  expect((await site.search("")).counts).toEqual({ total: 2, done: 1, ongoing: 1, waiting: 0 })
})

test("counters count all projects, whatever is searched", async () => {
  await using site = await startSite()
  const statuses = ["Terminé", "Terminé", "En cours", "En attente", "Annulé", "Livré", null]
  for (const status of statuses) await createTestProject(site.db, { status })
  const counts = { total: 7, done: 2, ongoing: 1, waiting: 1 }
  expect(await site.search("rien de tel")).toMatchObject({ projects: [], found: 0, foundIsCapped: false, counts })
  expect(await site.search("")).toMatchObject({ found: 7, counts })
})

test("an empty site has an empty table", async () => {
  await using site = await startSite()
  const counts = { total: 0, done: 0, ongoing: 0, waiting: 0 }
  const states = { draft: 0, scheduled: 0, published: 0, trashed: 0 }
  const nothing = { projects: [], found: 0, foundIsCapped: false, counts, states, years: [] }
  expect(await site.search("")).toEqual(nothing)
})

describe("order and pages", () => {
  test.each([
    ["newest", ["b", "Élan", "a", "eau"]],
    ["oldest", ["eau", "a", "Élan", "b"]],
    ["name", ["a", "b", "eau", "Élan"]],
    ["sector", ["b", "Élan", "a", "eau"]],
    ["status", ["a", "Élan", "b", "eau"]],
  ] as const)("%s first", async (sort, order) => {
    await using site = await startSite()
    await createTestProject(site.db, { name: "eau", sector: "Transport", status: "Terminé" })
    await createTestProject(site.db, { name: "a", sector: "Élevage", status: null })
    await createTestProject(site.db, { name: "Élan", sector: "Élevage", status: "Annulé" })
    await createTestProject(site.db, { name: "b", sector: "Construction", status: "En cours" })
    expect(await site.names("", { sort })).toEqual(order)
  })

  test.each(["newest", "oldest", "name", "sector", "status"] as const)(
    "by %s, pages of 50 hold each project once",
    async (sort) => {
      await using site = await startSite()
      for (let count = 0; count < 120; count += 1)
        await createTestProject(site.db, { name: `Projet ${count % 7}`, at: "2025-01-01T00:00:00.000Z" })
      for (const search of ["", "p", "projet", "projet 3"]) {
        const { found } = await site.search(search, { sort })
        const pages = await Promise.all([1, 2, 3, 4].map((page) => site.search(search, { sort, page })))
        expect(pages[0]?.projects).toHaveLength(Math.min(50, found))
        const ids = pages.flatMap(({ projects }) => projects.map(({ id }) => id))
        expect(ids).toHaveLength(found)
        expect(new Set(ids).size).toBe(found)
      }
    },
  )

  test("many matches and few are found alike: the index finds what reading every row finds", async () => {
    await using site = await startSite()
    for (let count = 0; count < 400; count += 1) {
      await createTestProject(site.db, { name: `Maison ${count}`, sector: count % 3 ? "Construction" : "Transport" })
    }
    for (const search of ["maison", "maison 1", "39", "399", "con", "transport", "son 2"]) {
      const like = `%${search}%`
      const { rows } = await sql<{ id: number }>`select id from projects
        where name_folded like ${like} or status_folded like ${like} or sector_folded like ${like}
        order by created_at desc, id desc`.execute(site.db)
      const ids: number[] = []
      for (let page = 1; page <= 8; page += 1)
        ids.push(...(await site.search(search, { page })).projects.map(({ id }) => id))
      expect(ids).toEqual(rows.map(({ id }) => id))
      expect((await site.search(search)).found).toBe(rows.length)
    }
  })
})

test.each([
  ["a page that is none", { search: "", sort: "newest", page: 0 }, "page", "Page inconnue"],
  ["an order that is none", { search: "", sort: "price", page: 1 }, "sort", "Tri inconnu"],
  [
    "a search over 200 characters",
    { search: "x".repeat(201), sort: "newest", page: 1 },
    "search",
    "Recherche trop longue",
  ],
])("%s is 400", async (_what, input, field, message) => {
  await using site = await startSite()
  const response = await site.request(`/trpc/projects.search?input=${encodeURIComponent(JSON.stringify(input))}`, {
    headers: site.headers,
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { data: { fields: { [field]: message } } } })
})

test("a day finds the publications that are scheduled for it in Kinshasa", async () => {
  await using site = await startSite()
  const schedule = async (name: string, publishAt: string) => {
    const id = await createTestProject(site.db, { name, publishedAt: null })
    await site.db.updateTable("projects").set({ publishAt }).where("id", "=", id).execute()
  }
  await schedule("Veille", "2999-03-02T22:59:59.000Z")
  await schedule("Matin", "2999-03-02T23:00:00.000Z")
  await schedule("Soir", "2999-03-03T22:59:00.000Z")
  await schedule("Lendemain", "2999-03-03T23:00:00.000Z")
  await createTestProject(site.db, { name: "Brouillon", publishedAt: null })
  const scheduledOn = "2999-03-03"
  expect(await site.names("", { scheduledOn, state: "scheduled" })).toEqual(["Soir", "Matin"])
  expect((await site.search("", { scheduledOn, state: "scheduled" })).found).toBe(2)
  expect(await site.names("", { scheduledOn })).toEqual(["Soir", "Matin"])
  expect(await site.names("mat", { scheduledOn })).toEqual(["Matin"])
})
