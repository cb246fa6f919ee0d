import type { EditableField } from "./editable-fields.ts"
import { PROJECT_LABELS } from "./project-drafts.ts"

const { name, sector, status, ...others } = PROJECT_LABELS

/** Titles of the columns of an exported file, in their order. */
export const PROJECT_CSV_TITLES = {
  id: "Identifiant",
  name,
  sector,
  status,
  state: "État",
  ...others,
  date: "Date",
  url: "Adresse web",
} as const

export type ProjectCsvColumn = keyof typeof PROJECT_CSV_TITLES

/** The columns that an import reads; the site sets the others by itself. */
export const IMPORTED_COLUMNS = Object.keys(PROJECT_LABELS) as EditableField[]

export type ImportedColumn = EditableField

export const REQUIRED_COLUMNS = ["name", "sector", "status", "description"] as const satisfies ImportedColumn[]
