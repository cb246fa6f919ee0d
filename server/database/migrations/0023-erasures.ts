import { sql } from "kysely"
import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { compareTextsByBytes } from "#server/database/postgres/ddl.ts"
import { leaveOutErasures } from "./ddl.ts"

/** Keeps the requests of erased people for some days, and tells links and pictures of visitors from others. */
export async function up(db: MigrationDatabase): Promise<void> {
  await createErasures(db)
  await db.schema.alterTable("images").addColumn("sent_at", "text").execute()
  await sql`update images set sent_at = private_at where private_at is not null`.execute(db)
  await db.schema
    .alterTable("message_links")
    .addColumn("is_repeat", "integer", (column) => column.notNull().defaultTo(0))
    .execute()
  if (isPostgres(db)) await compareTextsByBytes(db)
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
