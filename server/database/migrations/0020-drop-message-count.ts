import { sql } from "kysely"
import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"

/** Drops the table that 0014 kept for the previous release; `message_counts` has replaced it. */
export async function up(db: MigrationDatabase): Promise<void> {
  if (isPostgres(db)) await sql`drop function count_messages() cascade`.execute(db)
  else for (const event of ["insert", "delete"]) await sql.raw(`drop trigger message_count_${event}`).execute(db)
  await db.schema.dropTable("message_count").execute()
}
