import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { compareTextsByBytes } from "#server/database/postgres/ddl.ts"

/** Moves the parts of uploads out of the database, whose file never shrinks; unfinished uploads must begin again. */
export async function up(db: MigrationDatabase): Promise<void> {
  const { schema } = db
  await schema.dropTable("upload_parts").execute()
  await db.deleteFrom("uploads").execute()
  await schema
    .createTable("upload_parts")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("upload_id", "text", (column) => column.notNull().references("uploads.id").onDelete("cascade"))
    .addColumn("start", "integer", (column) => column.notNull())
    .addUniqueConstraint("upload_parts_by_start", ["upload_id", "start"])
    .execute()
  await schema
    .createIndex("images_private")
    .on("images")
    .column("private_at")
    .where("private_at", "is not", null)
    .execute()
  if (isPostgres(db)) await compareTextsByBytes(db)
}
