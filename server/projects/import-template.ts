import { IMPORTED_COLUMNS, type ImportedColumn, PROJECT_CSV_TITLES } from "#server/contract/project-csv.ts"
import { writeCsv } from "#server/csv/write-csv.ts"

/** The example has no images, which would have to be stored already. */
const example: Partial<Record<ImportedColumn, string>> = {
  name: "École primaire de Lemba",
  sector: "Construction",
  status: "En cours",
  address: "Lemba, Kinshasa",
  description: "Douze salles de classe, une cour plantée et un forage.",
}

/** Writes a file to fill in, with one project as an example. */
export function writeImportTemplate(): AsyncGenerator<string> {
  const titles = IMPORTED_COLUMNS.map((column) => PROJECT_CSV_TITLES[column])
  const row = IMPORTED_COLUMNS.map((column) => example[column] ?? "")
  return writeCsv(titles, [[row]])
}
