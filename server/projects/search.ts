import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { ROWS_PER_PAGE } from "#server/contract/paging.ts"
import type { ProjectSearch, ProjectSearchResult } from "#server/contract/projects.ts"
import type { ProjectSort } from "#server/contract/search-params.ts"
import { searchSectors } from "#server/contract/sectors.ts"
import type { SearchedTable, TextSearch } from "#server/database/searched-table.ts"
import { searchRows } from "#server/database/text-search.ts"
import type { Database } from "#server/database/transaction.ts"
import { listProjectsById } from "./queries.ts"

const searched: SearchedTable = {
  table: "projects",
  index: "projectSearch",
  columns: ["nameFolded", "statusFolded", "sectorFolded"],
  sector: "sectorFolded",
  softDelete: true,
}

/** Each has an index of its own, so that a page is read without sorting. */
const orders: Record<ProjectSort, TextSearch["order"]> = {
  newest: [
    ["createdAt", "desc"],
    ["id", "desc"],
  ],
  oldest: [
    ["createdAt", "asc"],
    ["id", "asc"],
  ],
  name: [
    ["nameFolded", "asc"],
    ["id", "desc"],
  ],
  sector: [
    ["sectorFolded", "asc"],
    ["id", "desc"],
  ],
  status: [
    ["statusFolded", "asc nulls first"],
    ["id", "desc"],
  ],
}

export async function searchProjects(
  db: Database,
  { search, sort, page }: ProjectSearch,
): Promise<ProjectSearchResult> {
  const counts = await countProjects(db)
  const text = normalizeForSearch(search)
  const { ids, ...count } = await searchRows(db, searched, {
    text,
    sectors: searchSectors(text).map(normalizeForSearch),
    order: orders[sort],
    offset: (page - 1) * ROWS_PER_PAGE,
    limit: ROWS_PER_PAGE,
    total: counts.total,
  })
  return { projects: await listProjectsById(db, ids), ...count, counts }
}

async function countProjects(db: Database): Promise<ProjectSearchResult["counts"]> {
  const rows = await db.selectFrom("projectCounts").select(["status", "count"]).execute()
  const sum = (counted: typeof rows) => counted.reduce((sum, { count }) => sum + count, 0)
  const of = (status: string) => sum(rows.filter((row) => row.status === status))
  return { total: sum(rows), done: of("Terminé"), ongoing: of("En cours"), waiting: of("En attente") }
}
