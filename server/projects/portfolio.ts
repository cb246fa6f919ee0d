import type { ContentReader } from "#server/content/published/published.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { PROJECTS_PER_PAGE } from "#server/contract/paging.ts"
import type { Portfolio, PortfolioQuery } from "#server/contract/projects.ts"
import { SECTORS } from "#server/contract/sectors.ts"
import { CANCELLED, compareStatuses, STATUSES } from "#server/contract/statuses.ts"
import type { Database } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { selectPublished, showsCancelled, withImages } from "./queries.ts"
import { findPublishedIds } from "./search.ts"
import { published } from "./states.ts"
import { startOfYear, yearOf } from "./years.ts"

/**
 * Lists one page of all published projects, finished ones first and the newest of each status first, with the number that
 * each filter would leave.
 */
export async function listPortfolio(
  ctx: ContentReader,
  { page, search = "", ...filters }: PortfolioQuery,
): Promise<Portfolio> {
  const { db } = ctx
  const { sector, year } = filters
  const matches = normalizeForSearch(search) === "" ? undefined : await findPublishedIds(db, search)
  let rows = selectPublished(db)
  if (matches) rows = rows.where("id", "in", matches)
  if (sector) rows = rows.where("sector", "=", sector)
  if (year) rows = rows.where("listedAt", ">=", startOfYear(year)).where("listedAt", "<", startOfYear(year + 1))
  const [all, isCancelledShown] = await Promise.all([
    matches
      ? countMatches(db, matches)
      : db.selectFrom("projectCounts").selectAll().where("state", "=", published).where("count", ">", 0).execute(),
    showsCancelled(ctx),
  ])
  const counts = all.filter((row) => isCancelledShown || row.status !== CANCELLED)
  const matching = (chosen: Filters) =>
    counts
      .filter((row) => !chosen.sector || row.sector === chosen.sector)
      .filter((row) => !chosen.status || row.status === chosen.status)
      .filter((row) => !chosen.year || row.year === String(chosen.year))
  const count = (chosen: Filters) => sumOf(matching(chosen))
  const years = [...new Set(counts.map((row) => Number(row.year)))].filter((one) => one > 0)
  return {
    projects: await withImages(db, await listByStatus(rows, matching(filters), page)),
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

type Filters = Omit<PortfolioQuery, "page" | "search">

type Counted = Pick<Schema["projectCounts"], "status" | "count">

/** Returns what the table of counts has, of these projects alone. */
async function countMatches(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await db.selectFrom("projects").select(["sector", "status", "listedAt"]).where("id", "in", ids).execute()
  return rows.map(({ sector, status, listedAt }) => ({
    sector,
    status: status ?? "",
    year: yearOf(listedAt),
    count: 1,
  }))
}

function sumOf(counts: readonly Counted[]): number {
  return counts.reduce((sum, row) => sum + row.count, 0)
}

/** Reads each status of the page by itself, since an index then has its rows in their order, whatever the filters are. */
async function listByStatus(rows: ReturnType<typeof selectPublished>, counts: readonly Counted[], page: number) {
  const statuses = [...Map.groupBy(counts, ({ status }) => status)].toSorted(([one], [other]) =>
    compareStatuses(one, other),
  )
  const found: Awaited<ReturnType<typeof rows.execute>> = []
  let skipped = (page - 1) * PROJECTS_PER_PAGE
  for (const [status, ofStatus] of statuses) {
    const count = sumOf(ofStatus)
    const limit = PROJECTS_PER_PAGE - found.length
    if (limit > 0 && skipped < count) {
      const those = rows.where((is) =>
        // The counts have an empty text for no status.
        status === "" ? is.or([is("status", "is", null), is("status", "=", "")]) : is("status", "=", status),
      )
      found.push(...(await those.limit(limit).offset(skipped).execute()))
    }
    skipped = Math.max(0, skipped - count)
  }
  return found
}
