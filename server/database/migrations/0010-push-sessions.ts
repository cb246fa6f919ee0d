import { columnTypes, executeAll, type MigrationDatabase } from "./ddl.ts"

/** Whoever ends the session of a lost telephone ends its push messages. */
export async function up(db: MigrationDatabase): Promise<void> {
  const { text } = columnTypes(db)
  await executeAll(db, [`alter table push_devices add column session_hash ${text}`])
}
