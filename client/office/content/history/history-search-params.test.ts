import { expect, test } from "vitest"
import { findCompared, parseHistorySearchParams } from "./history-search-params.ts"

const revisions = [7, 4, 0].map((id) => ({ id, publishedAt: null, publishedBy: null, changes: [] }))

function compared(search: Record<string, unknown>) {
  const found = findCompared(revisions, parseHistorySearchParams(search))
  return [found?.before.id, found?.after.id]
}

test("what is no revision's id is dropped", () => {
  for (const id of [-1, 1.5, "4", null, [4], 1e30]) {
    expect(parseHistorySearchParams({ avant: id, apres: id })).toEqual({ avant: undefined, apres: undefined })
  }
  expect(parseHistorySearchParams({ avant: 0, apres: 4 })).toEqual({ avant: 0, apres: 4 })
})

test("the newest revision is compared with the one before it, unless the URL names others", () => {
  expect(compared({})).toEqual([4, 7])
  expect(compared({ apres: 4 })).toEqual([0, 4])
  expect(compared({ avant: 0 })).toEqual([0, 7])
  expect(compared({ avant: 7, apres: 0 })).toEqual([7, 0])
})

test("an id of no revision of this page counts for nothing", () => {
  expect(compared({ avant: 5, apres: 99 })).toEqual([4, 7])
})
