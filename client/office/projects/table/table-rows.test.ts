import { expect, test } from "vitest"
import type { ProjectSearchResult } from "#server/contract/projects.ts"
import { buildProject } from "#server/testing/fixtures.ts"
import { withoutProject, withProject } from "./table-rows.ts"

function project(id: number, status: string | null) {
  return buildProject({ id, status })
}

const table: ProjectSearchResult = {
  projects: [project(1, "En cours"), project(2, null)],
  found: 60,
  foundIsCapped: false,
  states: { draft: 0, scheduled: 0, published: 2, trashed: 0 },
  years: [2025],
  counts: { total: 100, done: 10, ongoing: 20, waiting: 30 },
}

test("a changed status moves the project from one counter to another", () => {
  const { projects, counts } = withProject(table, project(1, "Terminé"))
  expect(projects.map(({ status }) => status)).toEqual(["Terminé", null])
  expect(counts).toEqual({ total: 100, done: 11, ongoing: 19, waiting: 30 })
})

test("a status without a counter changes none", () => {
  expect(withProject(table, project(2, "Annulé")).counts).toEqual(table.counts)
})

test("a project of another page changes nothing", () => {
  expect(withProject(table, project(3, "Terminé"))).toEqual(table)
})

test("a removed project is taken out of the counters, and counts in the trash", () => {
  const { projects, found, counts, states } = withoutProject(table, project(1, "En cours"))
  expect(states).toEqual({ draft: 0, scheduled: 0, published: 1, trashed: 1 })
  expect(projects.map(({ id }) => id)).toEqual([2])
  expect({ found, counts }).toEqual({ found: 59, counts: { total: 99, done: 10, ongoing: 19, waiting: 30 } })
})
