import { expect, test } from "vitest"
import { readTableAddress, searchOf } from "./table-address.ts"

test("what has its default is left out", () => {
  expect(readTableAddress({ search: " ", sort: "newest", page: 1 })).toEqual({})
})

test("a search that the router reads as a number is a text", () => {
  expect(readTableAddress({ search: 2023 }).search).toBe("2023")
})

test.each([{ page: 0 }, { page: 1.5 }, { page: "abc" }, { sort: "colour" }])(
  "%o makes no sense and counts as left out, by name, or the router would keep it",
  (given) => {
    expect(readTableAddress(given)).toStrictEqual({ search: undefined, sort: undefined, page: undefined })
  },
)

test("a search longer than the server takes is cut", () => {
  expect(readTableAddress({ search: "x".repeat(201) }).search).toHaveLength(200)
})

test("the plain address asks for the first page of all, newest first", () => {
  expect(searchOf({})).toEqual({ search: "", sort: "newest", page: 1 })
})
