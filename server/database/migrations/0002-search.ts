import { type Kysely, sql } from "kysely"
import { createProjectCounts, createTextIndex } from "#server/database/sqlite/dialect.ts"

/** What the administrator's tables are searched, sorted and counted by. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("projects")
    .addColumn("sector_folded", "text", (column) =>
      column.generatedAlwaysAs(sql`replace(replace(lower(sector), 'É', 'e'), 'é', 'e')`),
    )
    .execute()
  await sortProjects(db)
  await createTextIndex(db, {
    index: "project_search",
    table: "projects",
    columns: ["name_folded", "status_folded", "sector_folded"],
    trash: true,
  })
  await createTextIndex(db, {
    index: "message_search",
    table: "messages",
    columns: ["full_name_folded", "email", "message_folded", "sector"],
    trash: false,
  })
  await db.schema
    .createTable("project_counts")
    .addColumn("sector", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("project_counts_key", ["sector", "status"])
    .execute()
  await createProjectCounts(db)
}

/**
 * One index for each order of the table; it bears the searched texts as well, so that a search reads nothing else.
 * The trash is left out rather than a column of it: SQLite takes an equality for a sign of few rows.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time
async function sortProjects(db: Kysely<any>) {
  const orders = {
    projects_by_age: ["created_at", "id", "name_folded", "status_folded", "sector_folded"],
    projects_by_name: ["name_folded", "id desc", "status_folded", "sector_folded"],
    projects_by_sector_folded: ["sector_folded", "id desc", "name_folded", "status_folded"],
    projects_by_status: ["status_folded", "id desc", "name_folded", "sector_folded"],
  }
  for (const [name, columns] of Object.entries(orders)) {
    await db.schema.dropIndex(name).ifExists().execute()
    await db.schema.createIndex(name).on("projects").columns(columns).where("deleted_at", "is", null).execute()
  }
}
