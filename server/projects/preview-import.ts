import type { ProjectImport } from "#server/contract/project-import.ts"
import type { Database } from "#server/database/core/database.ts"
import { listStoredImages } from "#server/storage/image-rows.ts"
import { listImportedImages, readProjectsCsv, rejectUnknownImages } from "./import-csv.ts"

/** What a file would create, with the errors of its rows; stores nothing. */
export async function previewImport(db: Database, bytes: Uint8Array): Promise<ProjectImport> {
  const preview = readProjectsCsv(bytes)
  return rejectUnknownImages(preview, await listStoredImages(db, listImportedImages(preview)))
}
