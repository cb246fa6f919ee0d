import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { createVersionTriggers } from "#server/database/sqlite/message-triggers.ts"

/** Restores the triggers by which sent mails update open inboxes; 0016 dropped them with SQLite's former table. */
export async function up(db: MigrationDatabase): Promise<void> {
  if (!isPostgres(db)) await createVersionTriggers(db, "outbox")
}
