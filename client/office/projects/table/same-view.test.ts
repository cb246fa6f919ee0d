import { expect, test } from "vitest"
import type { ViewParams } from "#server/contract/views.ts"
import { isSameView } from "./same-view.ts"

const params: ViewParams = { search: "école", year: 2025, columns: ["date", "status"] }

test("two views are the same whatever the order of their filters and columns", () => {
  expect(isSameView(params, { columns: ["status", "date"], year: 2025, search: "école" })).toBe(true)
})

test("a filter that is empty is none", () => {
  expect(isSameView({}, { search: "", sector: undefined } as ViewParams)).toBe(true)
})

test.each<ViewParams>([{}, { ...params, year: 2024 }, { ...params, state: "draft" }, { ...params, columns: ["date"] }])(
  "%j is another view",
  (other) => {
    expect(isSameView(params, other)).toBe(false)
  },
)
