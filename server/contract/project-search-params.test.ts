import fc from "fast-check"
import { expect, test } from "vitest"
import { fuzzSeed } from "#server/testing/fuzz-seed.ts"
import { anyJson } from "#server/testing/hostile-texts.ts"
import { countProjectFilters, parseProjectSearchParams, toProjectSearch } from "./project-search-params.ts"
import { ProjectSearch } from "./projects.ts"

const names = ["search", "etat", "secteur", "statut", "annee", "images", "sort", "colonnes", "page"] as const

test("defaults are left out", () => {
  expect(parseProjectSearchParams({ search: " ", sort: "newest", page: 1 })).toEqual({})
})

test("a search that the router parses as a number becomes text", () => {
  expect(parseProjectSearchParams({ search: 2023 }).search).toBe("2023")
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
  { colonnes: "" },
])("%o is invalid and becomes an explicit undefined, which the router does not keep", (given) => {
  const nothing = Object.fromEntries(names.map((name) => [name, undefined]))
  expect(parseProjectSearchParams(given)).toStrictEqual(nothing)
})

test("a search longer than the server accepts is cut", () => {
  expect(parseProjectSearchParams({ search: "x".repeat(201) }).search).toHaveLength(200)
})

test("without parameters the first page of all projects is listed, newest first", () => {
  expect(toProjectSearch({})).toEqual({ search: "", sort: "newest", page: 1 })
})

test("filters are French in the URL and standard names in the call", () => {
  const params = { etat: "corbeille", secteur: "elevage", statut: "en-cours", annee: 2025, images: "sans" }
  expect(parseProjectSearchParams(params)).toEqual(params)
  expect(toProjectSearch(parseProjectSearchParams(params))).toMatchObject({
    state: "trashed",
    sector: "Élevage",
    status: "En cours",
    year: 2025,
    pictures: "without",
  })
})

test.each([
  ["brouillon", "draft"],
  ["programme", "scheduled"],
  ["publie", "published"],
])("?etat=%s finds those that are %s", (etat, state) => {
  expect(toProjectSearch(parseProjectSearchParams({ etat })).state).toBe(state)
})

test("?statut=aucun finds projects without a known status", () => {
  expect(toProjectSearch(parseProjectSearchParams({ statut: "aucun" })).status).toBe("none")
})

test("state and search are no filters that chips remove", () => {
  expect(countProjectFilters({ search: "villa", etat: "brouillon", page: 2 })).toBe(0)
  expect(countProjectFilters({ annee: 2025, secteur: "elevage" })).toBe(2)
})

test.each([{ search: { toString: 1 } }, { search: [["a"]] }, { search: null }])(
  "a search that is no text, %o, is ignored",
  (given) => {
    expect(parseProjectSearchParams(given).search).toBeUndefined()
  },
)

test("any URL leads to parameters that the server accepts", () => {
  const params = fc.dictionary(fc.constantFrom(...names, "__proto__"), anyJson)
  const property = fc.property(params, (given) => {
    expect(ProjectSearch.safeParse(toProjectSearch(parseProjectSearchParams(given))).success).toBe(true)
  })
  fc.assert(property, { seed: fuzzSeed, numRuns: 500 })
})
