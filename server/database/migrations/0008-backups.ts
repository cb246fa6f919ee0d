import { columnTypes, executeAll, type MigrationDatabase } from "./ddl.ts"

/** The site knows when its last backup was made, and so can tell somebody when there is none. */
export async function up(db: MigrationDatabase): Promise<void> {
  const { text } = columnTypes(db)
  await executeAll(db, [`create table backups (at ${text} primary key)`])
}
