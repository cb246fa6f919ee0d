import { SECTORS } from "#server/contract/sectors.ts"
import { RECENT_PROJECTS, type RecentProject, type Stats } from "#server/contract/stats.ts"
import { NO_STATUS, STATUSES } from "#server/contract/statuses.ts"
import type { Database } from "#server/database/transaction.ts"

export async function getStats(db: Database): Promise<Stats> {
  const counts = await db.selectFrom("projectCounts").select(["sector", "status", "count"]).execute()
  const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0)
  const totalProjects = sum(counts)
  const known: Stats["statuses"] = STATUSES.map((status) => ({
    status,
    count: sum(counts.filter((row) => row.status === status)),
  }))
  const unknown: Stats["statuses"][number] = { status: NO_STATUS, count: totalProjects - sum(known) }
  return {
    totalProjects,
    totalUsers: await countRows(db, "accounts"),
    totalMessages: await countRows(db, "messages"),
    sectors: SECTORS.map((sector) => ({ sector, count: sum(counts.filter((row) => row.sector === sector)) })),
    statuses: unknown.count > 0 ? [...known, unknown] : known,
  }
}

async function countRows(db: Database, table: "accounts" | "messages"): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow()
  return count
}

export function listRecentProjects(db: Database): Promise<RecentProject[]> {
  return db
    .selectFrom("projects")
    .select(["id", "name", "sector", "status", "createdAt"])
    .select((row) =>
      row
        .selectFrom("projectImages")
        .select((image) => image.fn.countAll<number>().as("count"))
        .whereRef("projectId", "=", "projects.id")
        .$asScalar()
        .as("images"),
    )
    .where("deletedAt", "is", null)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(RECENT_PROJECTS)
    .$castTo<RecentProject>()
    .execute()
}
