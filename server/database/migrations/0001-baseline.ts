import { createIndexes } from "./0001-baseline-indexes.ts"
import { createInPostgres } from "./0001-baseline-postgres.ts"
import { createInSqlite } from "./0001-baseline-sqlite.ts"
import { createTables } from "./0001-baseline-tables.ts"
import { columnTypes, executeAll, isPostgres, type MigrationDatabase } from "./ddl.ts"

export async function up(db: MigrationDatabase): Promise<void> {
  await executeAll(db, [
    ...createTables(columnTypes(db)),
    ...createIndexes,
    ...(isPostgres(db) ? createInPostgres() : createInSqlite()),
  ])
}
