import { sql } from "kysely"
import type { MigrationDatabase } from "#server/database/migrations/migration-database.ts"

export async function createContentVersionTriggers(db: MigrationDatabase, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    for (const event of ["insert", "update", "delete"]) {
      const trigger = `create trigger ${table}_content_version_${event} after ${event} on ${table}
        begin update content_version set version = version + 1; end`
      await sql.raw(trigger).execute(db)
    }
  }
}
