import { SECTORS, type Sector } from "#server/contract/sectors.ts"
import { RECENT_PROJECTS, type RecentProject, type Stats } from "#server/contract/stats.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import type { Database } from "#server/database/transaction.ts"

export async function readStats(db: Database): Promise<Stats> {
  const counts = await db.selectFrom("projectCounts").select(["sector", "status", "count"]).execute()
  const sum = (chosen: typeof counts) => chosen.reduce((total, { count }) => total + count, 0)
  const totalProjects = sum(counts)
  const statuses = STATUSES.map((status) => ({ status, count: sum(counts.filter((row) => row.status === status)) }))
  return {
    totalProjects,
    totalUsers: await countRows(db, "accounts"),
    totalMessages: await countRows(db, "messages"),
    sectors: SECTORS.map((sector) => ({ sector, count: sum(counts.filter((row) => row.sector === sector)) })),
    statuses,
    undefinedStatus: totalProjects - statuses.reduce((total, { count }) => total + count, 0),
  }
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
