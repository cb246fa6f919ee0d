import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { compareTextsByBytes } from "#server/database/postgres/ddl.ts"
import { ignoreHiddenRows } from "./ddl.ts"

/** Lets drafts change without a new content version, and a repeated creation create one project only. */
export async function up(db: MigrationDatabase): Promise<void> {
  await db.schema.alterTable("projects").addColumn("request_id", "text").execute()
  await db.schema.createIndex("projects_by_request").unique().on("projects").column("request_id").execute()
  if (isPostgres(db)) await compareTextsByBytes(db)
  await ignoreHiddenRows(db, ["projects", "project_images", "images"])
}
