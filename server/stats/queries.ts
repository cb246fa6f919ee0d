import { SECTORS, type Sector } from "#server/contract/sectors.ts"
import { RECENT_PROJECTS, type RecentProject, type Stats } from "#server/contract/stats.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import type { Database } from "#server/database/write.ts"

export async function readStats(db: Database): Promise<Stats> {
  const bySector = await countProjectsBy(db, "sector")
  const byStatus = await countProjectsBy(db, "status")
  const totalProjects = [...bySector.values()].reduce((sum, count) => sum + count, 0)
  const statuses = STATUSES.map((status) => ({ status, count: byStatus.get(status) ?? 0 }))
  return {
    totalProjects,
    totalUsers: await countRows(db, "accounts"),
    totalMessages: await countRows(db, "messages"),
    sectors: SECTORS.map((sector) => ({ sector, count: bySector.get(sector) ?? 0 })),
    statuses,
    withoutStatus: totalProjects - statuses.reduce((sum, { count }) => sum + count, 0),
  }
}

async function countProjectsBy(db: Database, column: "sector" | "status"): Promise<Map<string | null, number>> {
  const rows = await db
    .selectFrom("projects")
    .select(column)
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("deletedAt", "is", null)
    .groupBy(column)
    .execute()
  return new Map(rows.map((row) => [row[column] ?? null, row.count]))
}

async function countRows(db: Database, table: "accounts" | "messages"): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow()
  return count
}

/** The newest projects, each with the number of its pictures. */
export function listRecentProjects(db: Database): Promise<RecentProject[]> {
  return db
    .selectFrom("projects")
    .select(["id", "name", "status", "createdAt"])
    .select((row) => row.ref("sector").$castTo<Sector>().as("sector"))
    .select((row) =>
      row
        .selectFrom("projectImages")
        .select((image) => image.fn.countAll<number>().as("count"))
        .whereRef("projectId", "=", "projects.id")
        .$asScalar()
        .$notNull()
        .as("images"),
    )
    .where("deletedAt", "is", null)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(RECENT_PROJECTS)
    .execute()
}
