import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { compareTextsByBytes } from "#server/database/postgres/ddl.ts"

/** Adds the data of stored images that the picture library shows and searches. */
export async function up(db: MigrationDatabase): Promise<void> {
  const { schema } = db
  for (const column of ["file_name", "file_name_folded", "hash", "library_at", "deleted_at"]) {
    await schema.alterTable("images").addColumn(column, "text").execute()
  }
  await schema.alterTable("image_details").addColumn("alt_folded", "text").execute()
  await schema.alterTable("project_images").addColumn("alt_folded", "text").execute()
  await foldStoredTexts(db)
  if (isPostgres(db)) await compareTextsByBytes(db)
}

async function foldStoredTexts(db: MigrationDatabase) {
  const details = await db.selectFrom("imageDetails").select(["name", "alt"]).where("alt", "is not", null).execute()
  for (const { name, alt } of details) {
    await db
      .updateTable("imageDetails")
      .set({ altFolded: normalizeForSearch(alt) })
      .where("name", "=", name)
      .execute()
  }
  const shown = await db
    .selectFrom("projectImages")
    .select(["projectId", "position", "alt"])
    .where("alt", "is not", null)
    .execute()
  for (const { projectId, position, alt } of shown) {
    await db
      .updateTable("projectImages")
      .set({ altFolded: normalizeForSearch(alt) })
      .where("projectId", "=", projectId)
      .where("position", "=", position)
      .execute()
  }
}
