import { sql } from "kysely"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { createOrderIndexes, createTextIndexes, dropOrderIndexes, dropTextIndexes } from "./0002-search.ts"

export async function up(db: MigrationDatabase): Promise<void> {
  await dropTextIndexes(db)
  await storeNormalizedSectors(db)
  await allowMissingAlt(db)
  await db.schema.alterTable("messages").dropColumn("handled_at").execute()
  await db.schema.alterTable("holds").renameTo("leases").execute()
  await createTextIndexes(db)
}

/** Replaces the generated column, which could only replace the accents that it listed. */
async function storeNormalizedSectors(db: MigrationDatabase) {
  await dropOrderIndexes(db)
  await db.schema.alterTable("projects").dropColumn("sector_folded").execute()
  await db.schema
    .alterTable("projects")
    .addColumn("sector_folded", "text", (column) => column.notNull().defaultTo(""))
    .execute()
  const sectors = await db.selectFrom("projects").select("sector").distinct().execute()
  for (const { sector } of sectors) {
    const set = { sectorFolded: normalizeForSearch(sector) }
    await db.updateTable("projects").set(set).where("sector", "=", sector).execute()
  }
  await createOrderIndexes(db)
}

/** Stores null for missing texts. Before, `''` was the default, and `decorative` marked intentionally empty ones. */
async function allowMissingAlt(db: MigrationDatabase) {
  const images = db.schema.alterTable("project_images")
  await images.addColumn("alt_or_null", "text").execute()
  await db
    .updateTable("projectImages")
    .set({ altOrNull: sql`case when decorative = 0 then nullif(alt, '') else alt end` })
    .execute()
  for (const column of ["alt", "decorative"]) await images.dropColumn(column).execute()
  await images.renameColumn("alt_or_null", "alt").execute()
}
