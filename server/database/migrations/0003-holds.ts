import type { MigrationDatabase } from "#server/database/core/migration-database.ts"

export async function up(db: MigrationDatabase): Promise<void> {
  await db.schema
    .createTable("holds")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("until", "text", (column) => column.notNull())
    .execute()
}
