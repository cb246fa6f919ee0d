import { adminSectors } from "#client/office/french/sectors.ts"
import { SECTORS } from "#server/contract/sectors.ts"
import { percent, type Stats } from "#server/contract/stats.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import type { ChartDatum } from "./chart-option.ts"
import { sectorColour, statusColours } from "./colours.ts"

export function sectorFigures({ sectors }: Stats): ChartDatum[] {
  return sectors.map(({ sector, count }) => ({ label: adminSectors[sector], count, colour: sectorColour(sector) }))
}

export function statusFigures({ statuses }: Stats): ChartDatum[] {
  return statuses.map(({ status, count }) => ({ label: status, count, colour: statusColours[status] }))
}

/** It is shown beside the banner if the figures could not be loaded. */
export const noStats: Stats = {
  totalProjects: 0,
  totalUsers: 0,
  totalMessages: 0,
  sectors: SECTORS.map((sector) => ({ sector, count: 0 })),
  statuses: STATUSES.map((status) => ({ status, count: 0 })),
}

/** Returns the share of finished projects in whole percent. */
export function successRate({ statuses, totalProjects }: Stats): number {
  return percent(statuses.find(({ status }) => status === "Terminé")?.count ?? 0, totalProjects)
}

/** Returns the number of sectors that have a project. */
export function usedSectors({ sectors }: Stats): number {
  return sectors.filter(({ count }) => count > 0).length
}
