import type { Kysely } from "kysely"

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("holds")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("until", "text", (column) => column.notNull())
    .execute()
}
