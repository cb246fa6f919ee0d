import { columnTypes, executeAll, type MigrationDatabase } from "./ddl.ts"

/** After an update that went wrong, the release before learns here whether it can use the database. */
export async function up(db: MigrationDatabase): Promise<void> {
  const { text } = columnTypes(db)
  await executeAll(db, [`create table oldest_programs (version ${text} primary key not null)`])
}
