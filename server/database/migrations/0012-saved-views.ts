import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { compareTextsByBytes } from "#server/database/postgres/ddl.ts"
import { addKey } from "./ddl.ts"

export async function up(db: MigrationDatabase): Promise<void> {
  await db.schema
    .createTable("saved_views")
    .$call(addKey(db))
    .addColumn("account_id", "integer", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("name_folded", "text", (column) => column.notNull())
    .addColumn("params", "text", (column) => column.notNull())
    .addColumn("shared_at", "text")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addUniqueConstraint("saved_views_name", ["account_id", "name_folded"])
    .execute()
  if (isPostgres(db)) await compareTextsByBytes(db)
}
