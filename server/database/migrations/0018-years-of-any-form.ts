import { isPostgres } from "#server/database/engine.ts"
import { countYearsOfAnyForm } from "#server/database/postgres/ddl.ts"
import type { MigrationDatabase } from "./migration-database.ts"

/** Lets PostgreSQL read the dates of another program's rows as SQLite does. */
export async function up(db: MigrationDatabase): Promise<void> {
  if (isPostgres(db)) await countYearsOfAnyForm(db)
}
