import { IMPORTED_COLUMNS, PROJECT_CSV_TITLES } from "#server/contract/project-csv.ts"
import { PROJECT_FIELDS } from "#server/contract/project-drafts.ts"
import { writeCsv } from "#server/csv/write-csv.ts"

/** Writes a file to fill in, with one project as an example; it has no images, which would have to be stored already. */
export function writeImportTemplate(): AsyncGenerator<string> {
  const titles = IMPORTED_COLUMNS.map((column) => PROJECT_CSV_TITLES[column])
  const row = IMPORTED_COLUMNS.map((column) => (column === "alts" ? "" : (PROJECT_FIELDS[column].example ?? "")))
  return writeCsv(titles, [[row]])
}
