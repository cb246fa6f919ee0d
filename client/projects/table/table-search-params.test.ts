import fc from "fast-check"
import { expect, test } from "vitest"
import { ProjectSearch } from "#server/contract/project-search.ts"
import { anyJson } from "#server/testing/hostile.ts"
import { parseTableSearchParams, toProjectSearch } from "./table-search-params.ts"

test("what has its default is left out", () => {
  expect(parseTableSearchParams({ search: " ", sort: "newest", page: 1 })).toEqual({})
})

test("a search that the router reads as a number is a text", () => {
  expect(parseTableSearchParams({ search: 2023 }).search).toBe("2023")
})

test.each([{ page: 0 }, { page: 1.5 }, { page: "abc" }, { sort: "colour" }])(
  "%o makes no sense and counts as left out, by name, or the router would keep it",
  (given) => {
    expect(parseTableSearchParams(given)).toStrictEqual({ search: undefined, sort: undefined, page: undefined })
  },
)

test("a search longer than the server takes is cut", () => {
  expect(parseTableSearchParams({ search: "x".repeat(201) }).search).toHaveLength(200)
})

test("the plain address asks for the first page of all, newest first", () => {
  expect(toProjectSearch({})).toEqual({ search: "", sort: "newest", page: 1 })
})

test.each([{ search: { toString: 1 } }, { search: [["a"]] }, { search: null }])(
  "a search that is no text, %o, is none",
  (given) => {
    expect(parseTableSearchParams(given).search).toBeUndefined()
  },
)

test("whatever an address says, the server is asked something that it takes", () => {
  const address = fc.dictionary(fc.constantFrom("search", "sort", "page", "__proto__"), anyJson)
  const property = fc.property(address, (given) => {
    expect(ProjectSearch.safeParse(toProjectSearch(parseTableSearchParams(given))).success).toBe(true)
  })
  fc.assert(property, { seed: 20_230_601, numRuns: 500 })
})
