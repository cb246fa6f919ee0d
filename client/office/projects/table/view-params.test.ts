import { expect, test } from "vitest"
import type { ViewParams } from "#server/contract/views.ts"
import { isSameView } from "./same-view.ts"
import { formatColumns, shownColumns } from "./table-columns.ts"
import { toTableParams, toViewParams } from "./view-params.ts"

const views: ViewParams[] = [
  {},
  { search: "12", sort: "name", state: "trashed", sector: "Ventes de matériaux", status: "none" },
  { status: "En cours", year: 2025, pictures: "without", columns: ["date", "sector"] },
  { columns: [] },
]

test.each(views)("the view %j comes back from the URL as it was", (view) => {
  expect(isSameView(toViewParams(toTableParams(view)), view)).toBe(true)
})

test("the page of the list and its defaults are no part of a view", () => {
  expect(isSameView(toViewParams({ page: 3 }), {})).toBe(true)
})

test("columns are listed in one order; all of them are the default, and none of them is a choice too", () => {
  expect(formatColumns([...shownColumns("date,couleur,secteur")])).toBe("secteur,date")
  expect(formatColumns([...shownColumns(undefined)])).toBeUndefined()
  expect(shownColumns("couleur")).toEqual(shownColumns(undefined))
  expect(formatColumns([])).toBe("aucune")
  expect(shownColumns("aucune").size).toBe(0)
})
