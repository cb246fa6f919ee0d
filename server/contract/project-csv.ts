import { PROJECT_LABELS } from "./project-drafts.ts"

const IMPORTED_TITLES = { ...PROJECT_LABELS, alts: "Textes alternatifs" } as const

const { name, sector, status, ...others } = IMPORTED_TITLES

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

export type ImportedColumn = keyof typeof IMPORTED_TITLES

/** The columns that an import reads; the site sets the others by itself. */
export const IMPORTED_COLUMNS = Object.keys(IMPORTED_TITLES) as ImportedColumn[]

export const REQUIRED_COLUMNS = ["name", "sector"] as const satisfies ImportedColumn[]

/** Stands for the empty text of a decorative picture, since an empty line stands for none. */
export const DECORATIVE = "(décorative)"
