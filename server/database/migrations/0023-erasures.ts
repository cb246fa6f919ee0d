import { sql } from "kysely"
import { DAY_MS } from "#server/contract/durations.ts"
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

/** Tells the photos that visitors brought, also those that were published since, from pictures that the site had. */
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
  const { rows } = await sql<{ id: number; image: string; isPrivate: number; storedAt: string; sentAt: string }>`
    select messages.id, image, case when private_at is null then 0 else 1 end as is_private,
      images.created_at as stored_at, messages.created_at as sent_at
    from message_photos join images on images.name = image join messages on messages.id = message_id`.execute(db)
  for (const { id, image, isPrivate, storedAt, sentAt } of rows) {
    // A visitor's photo is stored less than a day before its request, and a picture of the site is older.
    if (!isPrivate && !(Date.parse(storedAt) >= Date.parse(sentAt) - DAY_MS)) continue
    await sql`update message_photos set was_private = 1 where message_id = ${id} and image = ${image}`.execute(db)
  }
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
