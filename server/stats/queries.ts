import { SECTORS } from "#server/contract/sectors.ts"
import { RECENT_PROJECTS, type RecentProject, type Stats } from "#server/contract/stats.ts"
import { NO_STATUS, STATUSES } from "#server/contract/statuses.ts"
import { countFound } from "#server/database/core/count-found.ts"
import type { Database } from "#server/database/core/database.ts"

export async function getStats(db: Database): Promise<Stats> {
  const counts = await db
    .selectFrom("projectCounts")
    .select(["sector", "status", "count"])
    .where("state", "!=", "trashed")
    .execute()
  const messages = await db
    .selectFrom("messageCounts")
    .select((row) => row.fn.sum<number | null>("count").as("count"))
    .where("state", "not in", ["trashed", "spam"])
    .executeTakeFirstOrThrow()
  const totalUsers = await countFound(db, db.selectFrom("accounts").where("deletedAt", "is", null))
  const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0)
  const totalProjects = sum(counts)
  const known: Stats["statuses"] = STATUSES.map((status) => ({
    status,
    count: sum(counts.filter((row) => row.status === status)),
  }))
  const unknown: Stats["statuses"][number] = { status: NO_STATUS, count: totalProjects - sum(known) }
  return {
    totalProjects,
    totalUsers,
    totalMessages: messages.count ?? 0,
    sectors: SECTORS.map((sector) => ({ sector, count: sum(counts.filter((row) => row.sector === sector)) })),
    statuses: unknown.count > 0 ? [...known, unknown] : known,
  }
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
        .$notNull()
        .as("images"),
    )
    .where("deletedAt", "is", null)
    .orderBy("listedAt", "desc")
    .orderBy("id", "desc")
    .limit(RECENT_PROJECTS)
    .execute()
}
