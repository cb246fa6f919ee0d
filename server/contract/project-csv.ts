import { PROJECT_FIELDS, type ProjectFields } from "./project-drafts.ts"

/** The columns that an import reads; the site sets the others by itself. */
export type ImportedColumn = keyof ProjectFields | "alts"

export const IMPORTED_COLUMNS = [...Object.keys(PROJECT_FIELDS), "alts"] as ImportedColumn[]

export type ProjectCsvColumn = ImportedColumn | "id" | "state" | "date" | "url"

const fields = Object.entries(PROJECT_FIELDS).flatMap(([name, { label }]) =>
  name === "status"
    ? [
        [name, label],
        ["state", "État"],
      ]
    : [[name, label]],
)

/** Titles of the columns of an exported file, in their order. */
export const PROJECT_CSV_TITLES = Object.fromEntries([
  ["id", "Identifiant"],
  ...fields,
  ["alts", "Textes alternatifs"],
  ["date", "Date"],
  ["url", "Adresse web"],
]) as Record<ProjectCsvColumn, string>

export const REQUIRED_COLUMNS = ["name", "sector"] as const satisfies ImportedColumn[]

/** Stands for the empty text of a decorative picture, since an empty line stands for none. */
export const DECORATIVE = "(décorative)"
