import { expect, test } from "vitest"
import type { Stats } from "#server/contract/stats.ts"
import { NO_STATUS } from "#server/contract/statuses.ts"
import { noStats, sectorFigures, statusFigures, successRate, usedSectors } from "./figures.ts"

const stats: Stats = {
  ...noStats,
  totalProjects: 3,
  sectors: noStats.sectors.map((one) => ({ ...one, count: one.sector === "Ventes de matériaux" ? 3 : 0 })),
  statuses: noStats.statuses.map((one) => ({ ...one, count: one.status === "Terminé" ? 2 : 0 })),
}

test("the success rate is the finished projects' share in whole percent, and 0 of none", () => {
  expect(successRate(stats)).toBe(67)
  expect(successRate(noStats)).toBe(0)
})

test("a sector counts as used once it has a project", () => {
  expect(usedSectors(stats)).toBe(1)
  expect(usedSectors(noStats)).toBe(0)
})

test("sectors bear the names of the back-office", () => {
  expect(sectorFigures(stats).map(({ label }) => label)).toContain("Ventes-matériaux")
})

test("every status of the figures has a row, also the missing one", () => {
  expect(statusFigures(stats).map(({ label }) => label)).toEqual(["En attente", "En cours", "Terminé", "Annulé"])
  const statuses = [...stats.statuses, { status: NO_STATUS, count: 1 } as const]
  expect(statusFigures({ ...stats, statuses }).at(-1)).toMatchObject({ label: "Non défini", count: 1 })
})
