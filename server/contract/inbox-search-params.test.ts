import fc from "fast-check"
import { expect, test } from "vitest"
import { fuzzSeed } from "#server/testing/fuzz-seed.ts"
import { anyJson } from "#server/testing/hostile-texts.ts"
import { inboxAddress, toMessageSearch } from "./inbox-search-params.ts"
import { MessageSearch } from "./messages.ts"

const names = [
  "search",
  "etat",
  "secteur",
  "responsable",
  "du",
  "au",
  "photos",
  "courriel",
  ...["relance", "issue", "tri", "page"],
] as const

test("without parameters the first page of all is listed, newest first", () => {
  expect(toMessageSearch(inboxAddress.parse({}), 7)).toEqual({ search: "", sort: "newest", page: 1 })
})

test("filters are French in the URL and standard names in the call", () => {
  const params = {
    search: "villa",
    etat: "en-cours",
    secteur: "vente-materiaux",
    responsable: "moi",
    du: "2025-02-01",
    au: "2025-02-28",
    photos: "avec",
    courriel: "non-parti",
    relance: "aujourdhui",
    issue: "gagne",
    tri: "attente",
    page: 2,
  }
  expect(inboxAddress.parse(params)).toEqual(params)
  expect(toMessageSearch(inboxAddress.parse(params), 7)).toEqual({
    search: "villa",
    folder: "open",
    sector: "vente-materiaux",
    assignee: 7,
    from: "2025-02-01",
    until: "2025-02-28",
    photos: true,
    undelivered: true,
    followUp: "due",
    outcome: "won",
    sort: "waiting",
    page: 2,
  })
})

test.each([
  ["personne", "none"],
  [12, 12],
])("?responsable=%s finds those of %s", (responsable, assignee) => {
  expect(toMessageSearch(inboxAddress.parse({ responsable }), 7).assignee).toBe(assignee)
})

test.each([
  { etat: "new" },
  { secteur: "pêche" },
  { responsable: -1 },
  { responsable: "eux" },
  { du: "2025-02-30" },
  { au: "hier" },
  { photos: true },
  { courriel: true },
  { relance: "demain" },
  { issue: "won" },
  { tri: "recent" },
  { page: 1 },
])("%o is invalid or a default, and becomes an explicit undefined", (given) => {
  expect(inboxAddress.parse(given)).toStrictEqual(Object.fromEntries(names.map((name) => [name, undefined])))
})

test("state, order and search are no filters that chips remove", () => {
  expect(inboxAddress.countFilters({ search: "villa", etat: "nouveau", tri: "ancien", page: 2 })).toBe(0)
  expect(inboxAddress.countFilters({ du: "2025-02-01", responsable: "moi" })).toBe(2)
})

test("any search params become an input that the server accepts", () => {
  const day = fc.constantFrom("2025-02-29", "0000-01-01", "9999-12-31", "2024-02-29", "+12025-01-01")
  const params = fc.dictionary(fc.constantFrom(...names, "__proto__"), fc.oneof(anyJson, day))
  const property = fc.property(params, (given) => {
    expect(MessageSearch.safeParse(toMessageSearch(inboxAddress.parse(given), 1)).success).toBe(true)
  })
  fc.assert(property, { seed: fuzzSeed, numRuns: 500 })
})
