import { sql } from "kysely"
import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"

/** Adds indexes by which SQLite sorts matches without reading whole rows; PostgreSQL reads whole rows in any case. */
export async function up(db: MigrationDatabase): Promise<void> {
  if (isPostgres(db)) return
  await sql`create index messages_by_id on messages (id, created_at)`.execute(db)
  await sql`
    create index projects_by_id on projects (id, created_at, name_folded, status_folded, sector_folded)
    where deleted_at is null
  `.execute(db)
}
