import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { compareTextsByBytes } from "#server/database/postgres/ddl.ts"

export async function up(db: MigrationDatabase): Promise<void> {
  const { schema } = db
  await schema
    .createTable("uploads")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("account_id", "integer", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("file_name", "text", (column) => column.notNull())
    .addColumn("length", "integer", (column) => column.notNull())
    .addColumn("received", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("image", "text")
    .execute()
  await schema.createIndex("uploads_by_account").on("uploads").column("account_id").execute()
  await schema
    .createTable("upload_parts")
    .addColumn("upload_id", "text", (column) => column.notNull().references("uploads.id").onDelete("cascade"))
    .addColumn("start", "integer", (column) => column.notNull())
    .addColumn("content", isPostgres(db) ? "bytea" : "blob", (column) => column.notNull())
    .addPrimaryKeyConstraint("upload_parts_key", ["upload_id", "start"])
    .execute()
  if (isPostgres(db)) await compareTextsByBytes(db)
}
