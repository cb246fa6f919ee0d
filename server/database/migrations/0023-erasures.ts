import { sql } from "kysely"
import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { compareTextsByBytes } from "#server/database/postgres/ddl.ts"
import { leaveOutErasures } from "./ddl.ts"

/** Keeps the requests of erased people for some days, and tells links and pictures of visitors from others. */
export async function up(db: MigrationDatabase): Promise<void> {
  await createErasures(db)
  await tellVisitorsPhotos(db)
  await db.schema
    .alterTable("message_links")
    .addColumn("is_repeat", "integer", (column) => column.notNull().defaultTo(0))
    .execute()
  if (isPostgres(db)) await compareTextsByBytes(db)
}

/** Tells the photos that visitors brought from pictures that the site had. */
async function tellVisitorsPhotos(db: MigrationDatabase) {
  const { schema } = db
  await schema
    .alterTable("message_photos")
    .addColumn("was_private", "integer", (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable("visitor_images")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("uploaded_at", "text", (column) => column.notNull())
    .execute()
  await sql`insert into visitor_images select name, private_at from images where private_at is not null`.execute(db)
  await sql`update message_photos set was_private = 1
    where image in (select name from images where private_at is not null)`.execute(db)
}

async function createErasures(db: MigrationDatabase) {
  const { schema } = db
  await schema
    .createTable("erasures")
    .addColumn("batch", "text", (column) => column.primaryKey().notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) => column.references("accounts.id").onDelete("set null"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("requests", "integer", (column) => column.notNull())
    .addColumn("photos", "integer", (column) => column.notNull())
    .execute()
  await schema
    .alterTable("messages")
    .addColumn("erasure_batch", "text", (column) => column.references("erasures.batch"))
    .execute()
  await sql`create index messages_by_erasure on messages (erasure_batch) where erasure_batch is not null`.execute(db)
  await leaveOutErasures(db)
}
