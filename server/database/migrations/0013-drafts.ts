import { ignoreHiddenRows } from "#server/database/ddl.ts"
import type { MigrationDatabase } from "./migration-database.ts"

/** Drafts change without a new content version. */
export async function up(db: MigrationDatabase): Promise<void> {
  await ignoreHiddenRows(db)
}
