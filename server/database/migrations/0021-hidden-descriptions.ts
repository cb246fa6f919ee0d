import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { ignoreHiddenRows } from "./ddl.ts"

/** Lets descriptions of pictures that no public page shows change without a new content version. */
export async function up(db: MigrationDatabase): Promise<void> {
  await ignoreHiddenRows(db, ["image_details"])
}
