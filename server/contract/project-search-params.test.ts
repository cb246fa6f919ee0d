import fc from "fast-check"
import { expect, test } from "vitest"
import { fuzzSeed } from "#server/testing/fuzz-seed.ts"
import { anyJson } from "#server/testing/hostile-texts.ts"
import { projectAddress } from "./project-search-params.ts"
import { ProjectSearch } from "./projects.ts"

const names = [
  "search",
  "etat",
  "secteur",
  "statut",
  "annee",
  "images",
  "publication",
  "sort",
  "colonnes",
  "page",
] as const

test("defaults are left out", () => {
  expect(projectAddress.parse({ search: " ", sort: "newest", page: 1 })).toEqual({})
})

test("a search that the router parses as a number becomes text", () => {
  expect(projectAddress.parse({ search: 2023 }).search).toBe("2023")
})

test.each([
  { page: 0 },
  { page: 1.5 },
  { page: "abc" },
  { sort: "colour" },
  { etat: "draft" },
  { secteur: "pêche" },
  { secteur: ["construction"] },
  { statut: "fini" },
  { annee: 12 },
  { annee: "2025" },
  { images: "with" },
  { publication: "2025-02-30" },
  { colonnes: "" },
])("%o is invalid and becomes an explicit undefined, which the router does not keep", (given) => {
  const nothing = Object.fromEntries(names.map((name) => [name, undefined]))
  expect(projectAddress.parse(given)).toStrictEqual(nothing)
})

test("a search longer than the server accepts is cut", () => {
  expect(projectAddress.parse({ search: "x".repeat(201) }).search).toHaveLength(200)
})

test("without parameters the first page of all projects is listed, newest first", () => {
  expect(projectAddress.toSearch({})).toEqual({ search: "", sort: "newest", page: 1 })
})

test("filters are French in the URL and standard names in the call", () => {
  const params = {
    etat: "corbeille",
    secteur: "elevage",
    statut: "en-cours",
    annee: 2025,
    images: "sans",
    publication: "2025-02-03",
  }
  expect(projectAddress.parse(params)).toEqual(params)
  expect(projectAddress.toSearch(projectAddress.parse(params))).toMatchObject({
    state: "trashed",
    sector: "Élevage",
    status: "En cours",
    year: 2025,
    pictures: "without",
    scheduledOn: "2025-02-03",
  })
})

test.each([
  ["brouillon", "draft"],
  ["programme", "scheduled"],
  ["publie", "published"],
])("?etat=%s finds those that are %s", (etat, state) => {
  expect(projectAddress.toSearch(projectAddress.parse({ etat })).state).toBe(state)
})

test("?statut=aucun finds projects without a known status", () => {
  expect(projectAddress.toSearch(projectAddress.parse({ statut: "aucun" })).status).toBe("none")
})

test("state and search are no filters that chips remove", () => {
  expect(projectAddress.countFilters({ search: "villa", etat: "brouillon", page: 2 })).toBe(0)
  expect(projectAddress.countFilters({ annee: 2025, secteur: "elevage" })).toBe(2)
})

test.each([{ search: { toString: 1 } }, { search: [["a"]] }, { search: null }])(
  "a search that is no text, %o, is ignored",
  (given) => {
    expect(projectAddress.parse(given).search).toBeUndefined()
  },
)

test("any URL leads to parameters that the server accepts", () => {
  const params = fc.dictionary(fc.constantFrom(...names, "__proto__"), anyJson)
  const property = fc.property(params, (given) => {
    expect(ProjectSearch.safeParse(projectAddress.toSearch(projectAddress.parse(given))).success).toBe(true)
  })
  fc.assert(property, { seed: fuzzSeed, numRuns: 500 })
})
