import { expect, test } from "vitest"
import {
  day,
  filter,
  flag,
  isId,
  listAddress,
  number,
  pageNumber,
  slug,
  slugOrId,
  someOf,
  text,
} from "./list-address.ts"

const address = listAddress({
  q: text("search"),
  etat: slug("state", { open: "ouvert", closed: "ferme" }),
  qui: filter(slugOrId("person", { me: "moi" })),
  numero: filter(number("id", isId)),
  du: filter(day("from")),
  vues: someOf("columns", { name: "nom", date: "date", state: "etat" }, "aucune"),
  photos: filter(flag("photos", "avec")),
  tri: slug("sort", { newest: "recent", oldest: "ancien" }, "newest"),
  page: pageNumber,
})

const params = {
  q: "villa & cour",
  etat: "ferme",
  qui: 12,
  numero: 3,
  du: "2026-02-28",
  vues: "nom,etat",
  photos: "avec",
  tri: "ancien",
  page: 4,
} as const

const search = {
  search: "villa & cour",
  state: "closed",
  person: 12,
  id: 3,
  from: "2026-02-28",
  columns: ["name", "state"],
  photos: true,
  sort: "oldest",
  page: 4,
} as const

test("an address says what a call asks for, and the other way round", () => {
  expect(address.toSearch(address.parse(params))).toEqual(search)
  expect(address.fromSearch({ ...search, columns: ["state", "name"] })).toEqual(params)
})

test("defaults are left out of the address and are in the call", () => {
  const nothing = Object.fromEntries(Object.keys(params).map((name) => [name, undefined]))
  expect(address.parse({ q: " ", tri: "recent", page: 1, vues: "nom,date,etat" })).toStrictEqual(nothing)
  expect(address.fromSearch({ search: "", sort: "newest", page: 1 })).toStrictEqual(nothing)
  expect(address.toSearch({})).toEqual({ search: "", sort: "newest", page: 1 })
})

test.each([
  { etat: "open" },
  { qui: "toi" },
  { qui: -1 },
  { du: "2026-02-30" },
  { photos: true },
  { page: 0 },
  { vues: "x" },
])("%j is ignored", (given) => {
  expect(address.format(address.parse(given))).toBe("")
})

test("it is written in the order of its declaration", () => {
  const { page, tri, ...others } = params
  const written =
    "?q=villa+%26+cour&etat=ferme&qui=12&numero=3&du=2026-02-28&vues=nom%2Cetat&photos=avec&tri=ancien&page=4"
  expect(address.format({ page, tri, ...others })).toBe(written)
})

test("numbers of a query string and of a select are texts, numbers as search texts stay texts", () => {
  expect(address.parseTexts({ q: "12", qui: "12", page: "4" })).toMatchObject({ q: "12", qui: 12, page: 4 })
  expect(address.parseText("qui", "moi")).toStrictEqual({ qui: "moi" })
  expect(address.parseText("qui", "")).toStrictEqual({ qui: undefined })
})

test("only filters are counted and removed", () => {
  expect(address.countFilters({ q: "villa", etat: "ferme", tri: "ancien", page: 2, vues: "nom" })).toBe(0)
  expect(address.countFilters(params)).toBe(4)
  expect(address.noFilters).toStrictEqual({ qui: undefined, numero: undefined, du: undefined, photos: undefined })
})
