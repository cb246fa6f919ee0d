import { sql } from "kysely"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"

export async function rejectUpdates(db: MigrationDatabase, table: string): Promise<void> {
  const trigger = `create trigger ${table}_is_final before update on ${table}
    begin select raise(abort, '${table}: rows are final'); end`
  await sql.raw(trigger).execute(db)
}
