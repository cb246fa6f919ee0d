import fc from "fast-check"
import { expect, test } from "vitest"
import { ProjectSearch } from "#server/contract/projects.ts"
import { anyJson } from "#server/testing/hostile-texts.ts"
import { parseTableSearchParams, toProjectSearch } from "./table-search-params.ts"

test("defaults are left out", () => {
  expect(parseTableSearchParams({ search: " ", sort: "newest", page: 1 })).toEqual({})
})

test("a search that the router parses as a number becomes text", () => {
  expect(parseTableSearchParams({ search: 2023 }).search).toBe("2023")
})

test.each([{ page: 0 }, { page: 1.5 }, { page: "abc" }, { sort: "colour" }])(
  "%o is invalid and becomes an explicit undefined, which the router does not keep",
  (given) => {
    expect(parseTableSearchParams(given)).toStrictEqual({ search: undefined, sort: undefined, page: undefined })
  },
)

test("a search longer than the server accepts is cut", () => {
  expect(parseTableSearchParams({ search: "x".repeat(201) }).search).toHaveLength(200)
})

test("without parameters the first page of all projects is listed, newest first", () => {
  expect(toProjectSearch({})).toEqual({ search: "", sort: "newest", page: 1 })
})

test.each([{ search: { toString: 1 } }, { search: [["a"]] }, { search: null }])(
  "a search that is no text, %o, is ignored",
  (given) => {
    expect(parseTableSearchParams(given).search).toBeUndefined()
  },
)

test("any URL leads to parameters that the server accepts", () => {
  const params = fc.dictionary(fc.constantFrom("search", "sort", "page", "__proto__"), anyJson)
  const property = fc.property(params, (given) => {
    expect(ProjectSearch.safeParse(toProjectSearch(parseTableSearchParams(given))).success).toBe(true)
  })
  fc.assert(property, { seed: 20_230_601, numRuns: 500 })
})
