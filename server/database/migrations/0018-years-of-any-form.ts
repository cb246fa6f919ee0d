import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { countYearsOfAnyForm } from "#server/database/postgres/ddl.ts"

/** Lets PostgreSQL read the dates of other programs' rows as SQLite does. */
export async function up(db: MigrationDatabase): Promise<void> {
  if (isPostgres(db)) await countYearsOfAnyForm(db)
}
