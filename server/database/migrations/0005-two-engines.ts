import { sql } from "kysely"
import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { compareTextsByBytes } from "#server/database/postgres/ddl.ts"
import { createTextIndexes, dropOrderIndexes, dropTextIndexes } from "./0002-search.ts"
import { createContentVersionTriggers } from "./ddl.ts"

export async function up(db: MigrationDatabase): Promise<void> {
  if (isPostgres(db)) await adaptTables(db)
  await createContentVersionTriggers(db, ["projects", "project_images", "images"])
}

/** Changes what PostgreSQL needs differently in the tables of earlier migrations, which are empty at this time. */
async function adaptTables(db: MigrationDatabase) {
  await dropTextIndexes(db)
  await compareTextsByBytes(db)
  await createTextIndexes(db)
  await dropOrderIndexes(db)
  const orders = {
    projects_by_age: "created_at, id",
    projects_by_name: "name_folded, id desc",
    projects_by_sector_folded: "sector_folded, id desc",
    projects_by_status: "status_folded nulls first, id desc",
  }
  for (const [name, columns] of Object.entries(orders)) {
    await sql.raw(`create index ${name} on projects (${columns}) where deleted_at is null`).execute(db)
  }
}
