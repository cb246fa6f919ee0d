import { expect, test } from "vitest"
import { listShortfalls } from "./shortfalls.ts"

const times = (home: number) => ({ title: "Milliseconds", columns: ["what", "ms"], rows: [["the home page", home]] })

test("what misses its limit falls short, and what meets it does not", () => {
  const table = {
    title: "Load",
    columns: ["what", "figure", "limit"],
    rows: [
      ["growth", 21, "< 20 %"],
      ["starts", 1.2, "< 1.5 s"],
      ["pages", 900, "at least 1,000"],
      ["lost", "12, 0", "0"],
    ],
  }
  expect(listShortfalls([table])).toEqual([
    "Load: growth is 21, its limit < 20 %",
    "Load: pages is 900, its limit at least 1,000",
  ])
})

test("a time that has grown by more than a quarter falls short", () => {
  expect(listShortfalls([times(13)], [times(10)])).toEqual(["Milliseconds: the home page, ms: 13 after 10"])
  expect(listShortfalls([times(12)], [times(10)])).toEqual([])
  expect(listShortfalls([times(5)], [times(10)])).toEqual([])
})

test("of a rate, fewer are worse", () => {
  const load = (rate: number) => ({ title: "Requests per second", columns: ["what", "rate"], rows: [["pages", rate]] })
  expect(listShortfalls([load(700)], [load(1000)])).toEqual(["Requests per second: pages, rate: 700 after 1,000"])
  expect(listShortfalls([load(1300)], [load(1000)])).toEqual([])
})

test("what was never recorded is compared with its limit alone", () => {
  expect(listShortfalls([times(13)])).toEqual([])
})
