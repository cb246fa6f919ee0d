import fc from "fast-check"
import { expect, test } from "vitest"
import { ProjectSearch } from "#server/contract/projects.ts"
import { anyJson } from "#server/testing/hostile-texts.ts"
import { countProjectFilters, toProjectSearch } from "./search-criteria.ts"
import { formatColumns, shownColumns } from "./table-columns.ts"
import { parseTableSearchParams } from "./table-search-params.ts"

const names = ["search", "etat", "secteur", "statut", "annee", "images", "sort", "colonnes", "page"] as const

test("defaults are left out", () => {
  expect(parseTableSearchParams({ search: " ", sort: "newest", page: 1 })).toEqual({})
})

test("a search that the router parses as a number becomes text", () => {
  expect(parseTableSearchParams({ search: 2023 }).search).toBe("2023")
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
  expect(parseTableSearchParams(given)).toStrictEqual(nothing)
})

test("a search longer than the server accepts is cut", () => {
  expect(parseTableSearchParams({ search: "x".repeat(201) }).search).toHaveLength(200)
})

test("without parameters the first page of all projects is listed, newest first", () => {
  expect(toProjectSearch({})).toEqual({ search: "", sort: "newest", page: 1 })
})

test("filters are French in the URL and standard names in the call", () => {
  const params = { etat: "corbeille", secteur: "elevage", statut: "en-cours", annee: 2025, images: "sans" }
  expect(parseTableSearchParams(params)).toEqual(params)
  expect(toProjectSearch(parseTableSearchParams(params))).toMatchObject({
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
  expect(toProjectSearch(parseTableSearchParams({ etat })).state).toBe(state)
})

test("?statut=aucun finds projects without a known status", () => {
  expect(toProjectSearch(parseTableSearchParams({ statut: "aucun" })).status).toBe("none")
})

test("state and search are no filters that chips remove", () => {
  expect(countProjectFilters({ search: "villa", etat: "brouillon", page: 2 })).toBe(0)
  expect(countProjectFilters({ annee: 2025, secteur: "elevage" })).toBe(2)
})

test.each([{ search: { toString: 1 } }, { search: [["a"]] }, { search: null }])(
  "a search that is no text, %o, is ignored",
  (given) => {
    expect(parseTableSearchParams(given).search).toBeUndefined()
  },
)

test("columns are listed in one order; all of them are the default, and none of them is a choice too", () => {
  expect(formatColumns([...shownColumns("date,couleur,secteur")])).toBe("secteur,date")
  expect(formatColumns([...shownColumns(undefined)])).toBeUndefined()
  expect(shownColumns("couleur")).toEqual(shownColumns(undefined))
  expect(formatColumns([])).toBe("aucune")
  expect(shownColumns("aucune").size).toBe(0)
})

test("any URL leads to parameters that the server accepts", () => {
  const params = fc.dictionary(fc.constantFrom(...names, "__proto__"), anyJson)
  const property = fc.property(params, (given) => {
    expect(ProjectSearch.safeParse(toProjectSearch(parseTableSearchParams(given))).success).toBe(true)
  })
  fc.assert(property, { seed: 20_230_601, numRuns: 500 })
})
