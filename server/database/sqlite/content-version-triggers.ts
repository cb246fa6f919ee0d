import { sql } from "kysely"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { publicRowConditions } from "#server/database/core/public-row-conditions.ts"

const EVENTS = { insert: ["new"], update: ["old", "new"], delete: ["old"] }

export async function createContentVersionTriggers(db: MigrationDatabase, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    for (const event of Object.keys(EVENTS)) await sql.raw(createTrigger(table, event)).execute(db)
  }
}

export async function ignoreHiddenRows(
  db: MigrationDatabase,
  tables: readonly (keyof typeof publicRowConditions)[],
): Promise<void> {
  for (const table of tables) {
    for (const [event, rows] of Object.entries(EVENTS)) {
      const condition = rows.map(publicRowConditions[table]).join(" or ")
      await sql.raw(`drop trigger ${table}_content_version_${event}`).execute(db)
      await sql.raw(createTrigger(table, event, `when ${condition}`)).execute(db)
    }
  }
}

function createTrigger(table: string, event: string, condition = ""): string {
  return `create trigger ${table}_content_version_${event} after ${event} on ${table} ${condition}
    begin update content_version set version = version + 1; end`
}
