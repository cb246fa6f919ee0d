import { sql } from "kysely"
import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase, TextIndex } from "#server/database/core/migration-database.ts"
import { createProjectCounts, createTextIndex, dropTextIndex } from "./ddl.ts"

/** Adds the columns, indexes and counts by which the administrator's tables are searched, sorted and counted. */
export async function up(db: MigrationDatabase): Promise<void> {
  await db.schema
    .alterTable("projects")
    .addColumn("sector_folded", "text", (column) =>
      // Migration 0004 replaces this column; no PostgreSQL database has rows at this time.
      isPostgres(db)
        ? column
        : column.generatedAlwaysAs(sql`replace(replace(lower(sector), ${sql.lit("É")}, 'e'), ${sql.lit("é")}, 'e')`),
    )
    .execute()
  await dropOrderIndexes(db)
  await createOrderIndexes(db)
  await createTextIndexes(db)
  await db.schema
    .createTable("project_counts")
    .addColumn("sector", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("project_counts_key", ["sector", "status"])
    .execute()
  await createProjectCounts(db)
}

const textIndexes: TextIndex[] = [
  {
    index: "project_search",
    table: "projects",
    columns: ["name_folded", "status_folded", "sector_folded"],
    softDelete: true,
  },
  {
    index: "message_search",
    table: "messages",
    columns: ["full_name_folded", "email", "message_folded", "sector"],
    softDelete: false,
  },
]

export async function createTextIndexes(db: MigrationDatabase): Promise<void> {
  for (const textIndex of textIndexes) await createTextIndex(db, textIndex)
}

export async function dropTextIndexes(db: MigrationDatabase): Promise<void> {
  for (const textIndex of textIndexes) await dropTextIndex(db, textIndex)
}

const orders = {
  projects_by_age: ["created_at", "id", "name_folded", "status_folded", "sector_folded"],
  projects_by_name: ["name_folded", "id desc", "status_folded", "sector_folded"],
  projects_by_sector_folded: ["sector_folded", "id desc", "name_folded", "status_folded"],
  projects_by_status: ["status_folded", "id desc", "name_folded", "sector_folded"],
}

export async function dropOrderIndexes(db: MigrationDatabase): Promise<void> {
  for (const name of Object.keys(orders)) await db.schema.dropIndex(name).ifExists().execute()
}

/**
 * Creates one covering index for each order of the table, so that a search along it reads no row. Its condition leaves
 * deleted rows out; as a column, SQLite would take its equality for a sign of few rows.
 */
export async function createOrderIndexes(db: MigrationDatabase): Promise<void> {
  for (const [name, columns] of Object.entries(orders)) {
    await db.schema.createIndex(name).on("projects").columns(columns).where("deleted_at", "is", null).execute()
  }
}
