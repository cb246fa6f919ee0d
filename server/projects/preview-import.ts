import type { ProjectImport } from "#server/contract/project-import.ts"
import type { Database } from "#server/database/core/database.ts"
import { listImportedImages, readProjectsCsv, rejectUnknownImages } from "./import-csv.ts"

/** What a file would create, with the errors of its rows; stores nothing. */
export async function previewImport(db: Database, bytes: Uint8Array): Promise<ProjectImport> {
  const preview = readProjectsCsv(bytes)
  return rejectUnknownImages(preview, await listStored(db, listImportedImages(preview)))
}

/** Without those in the trash. */
async function listStored(db: Database, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db
    .selectFrom("images")
    .select("name")
    .where("name", "in", names)
    .where("deletedAt", "is", null)
    .execute()
  return new Set(rows.map(({ name }) => name))
}
