import { sql } from "kysely"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"

/** Finds the messages with the same text, which would otherwise be searched for among all of a day. */
export async function up(db: MigrationDatabase): Promise<void> {
  // The whole text could be longer than an index of PostgreSQL can hold.
  await sql`create index messages_by_text on messages (substr(message_folded, 1, 100), created_at)`.execute(db)
}
