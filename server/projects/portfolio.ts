import { PROJECTS_PER_PAGE } from "#server/contract/paging.ts"
import type { Portfolio, PortfolioQuery } from "#server/contract/projects.ts"
import { SECTORS } from "#server/contract/sectors.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import type { Database } from "#server/database/core/database.ts"
import { selectPublished, withImages } from "./queries.ts"
import { published } from "./states.ts"

/** Lists one page of all published projects, newest first, with the number that each filter would leave. */
export async function listPortfolio(db: Database, { page, ...filters }: PortfolioQuery): Promise<Portfolio> {
  const { sector, status, year } = filters
  let rows = selectPublished(db)
  if (sector) rows = rows.where("sector", "=", sector)
  if (status) rows = rows.where("status", "=", status)
  if (year) rows = rows.where("listedAt", ">=", startOfYear(year)).where("listedAt", "<", startOfYear(year + 1))
  const [projects, counts] = await Promise.all([
    rows
      .limit(PROJECTS_PER_PAGE)
      .offset((page - 1) * PROJECTS_PER_PAGE)
      .execute(),
    db.selectFrom("projectCounts").selectAll().where("state", "=", published).where("count", ">", 0).execute(),
  ])
  const count = (chosen: Omit<PortfolioQuery, "page">) =>
    counts
      .filter((row) => !chosen.sector || row.sector === chosen.sector)
      .filter((row) => !chosen.status || row.status === chosen.status)
      .filter((row) => !chosen.year || row.year === String(chosen.year))
      .reduce((sum, row) => sum + row.count, 0)
  const years = [...new Set(counts.map((row) => Number(row.year)))].filter((one) => one > 0)
  return {
    projects: await withImages(db, projects),
    page,
    found: count(filters),
    choices: {
      sectors: SECTORS.map((one) => ({ sector: one, count: count({ ...filters, sector: one }) })),
      statuses: STATUSES.map((one) => ({ status: one, count: count({ ...filters, status: one }) })),
      years: years
        .toSorted((one, other) => other - one)
        .map((one) => ({ year: one, count: count({ ...filters, year: one }) })),
    },
  }
}

/** Returns the moment at which the year begins in Kinshasa, an hour ahead of UTC. */
export function startOfYear(year: number): string {
  return new Date(Date.UTC(year, 0, 1, -1)).toISOString()
}
