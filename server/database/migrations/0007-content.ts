import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { compareTextsByBytes } from "#server/database/postgres/ddl.ts"
import { addKey, createContentVersionTriggers } from "./ddl.ts"

/** Adds the content that people publish on pages. A page's newest revision is its published content. */
export async function up(db: MigrationDatabase): Promise<void> {
  const { schema } = db
  await schema
    .createTable("revisions")
    .$call(addKey(db))
    .addColumn("page", "text", (column) => column.notNull())
    .addColumn("schema_version", "integer", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("published_at", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) => column.references("accounts.id").onDelete("set null"))
    .execute()
  await schema.createIndex("revisions_by_page").on("revisions").columns(["page", "id"]).execute()
  await schema
    .createTable("drafts")
    .addColumn("page", "text", (column) => column.primaryKey().notNull())
    .addColumn("schema_version", "integer", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("updated_by", "integer", (column) => column.references("accounts.id").onDelete("set null"))
    .addColumn("publish_at", "text")
    .execute()
  // `image` has no foreign key, since photos that ship with the site have no row.
  await schema
    .createTable("content_images")
    .addColumn("page", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("image", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("content_images_key", ["page", "state", "image"])
    .execute()
  await schema.createIndex("content_images_by_image").on("content_images").column("image").execute()
  await schema
    .createTable("image_details")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("alt", "text")
    .addColumn("focus_x", "integer")
    .addColumn("focus_y", "integer")
    .execute()
  await schema
    .createTable("content_changes")
    .addColumn("at", "text", (column) => column.primaryKey().notNull())
    .execute()
  if (isPostgres(db)) await compareTextsByBytes(db)
  await createContentVersionTriggers(db, ["revisions", "image_details", "content_changes"])
}
