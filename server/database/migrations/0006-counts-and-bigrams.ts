import { sql } from "kysely"
import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { createBigramIndexes } from "#server/database/postgres/ddl.ts"
import { createMessageCountTriggers } from "./ddl.ts"

/** Adds the counts and indexes by which a search costs the same in a large table. */
export async function up(db: MigrationDatabase): Promise<void> {
  await db.schema
    .createTable("message_count")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("count", "integer", (column) => column.notNull())
    .execute()
  await sql`insert into message_count (id, count) select 1, count(*) from messages`.execute(db)
  await createMessageCountTriggers(db)
  if (isPostgres(db)) await createBigramIndexes(db)
}
