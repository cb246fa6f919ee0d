import { expect, test } from "vitest"
import { projectAddress } from "#server/contract/project-search-params.ts"
import type { ViewParams } from "#server/contract/views.ts"
import { formatView, isSameView } from "./same-view.ts"

const views: ViewParams[] = [
  {},
  { search: "12", sort: "name", state: "trashed", sector: "Ventes de matériaux", status: "none" },
  { status: "En cours", year: 2025, pictures: "without", columns: ["date", "sector"] },
  { columns: [] },
]

/** Returns the view that the URL of a view stands for. */
function reopen(view: ViewParams): ViewParams {
  const { page, ...reopened } = projectAddress.toSearch(projectAddress.parse(projectAddress.fromSearch(view)))
  return reopened
}

test.each(views)("the view %j comes back from the URL as it was", (view) => {
  expect(isSameView(reopen(view), view)).toBe(true)
})

test("columns are listed in one order; all of them are the default, and none of them is a choice too", () => {
  const columnsOf = (colonnes: string) => projectAddress.parse({ colonnes }).colonnes
  expect(columnsOf("date,couleur,secteur")).toBe("secteur,date")
  expect(columnsOf("couleur")).toBeUndefined()
  expect(columnsOf("images,adresse,secteur,statut,etat,date")).toBeUndefined()
  expect(projectAddress.toSearch({ colonnes: "aucune" }).columns).toEqual([])
  expect(formatView({ columns: [] })).toBe("?colonnes=aucune")
})

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
