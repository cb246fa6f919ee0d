import { sql } from "kysely"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"

/** Adds an index that finds messages with the same text, without searching all messages of a day. */
export async function up(db: MigrationDatabase): Promise<void> {
  // PostgreSQL's index entries cannot hold the longest texts.
  await sql`create index messages_by_text on messages (substr(message_folded, 1, 100), created_at)`.execute(db)
}
