import type { WrittenField } from "./written-fields.ts"

/** The columns of an exported file, in their order, with their titles. */
export const PROJECT_CSV_TITLES = {
  id: "Identifiant",
  name: "Nom du projet",
  sector: "Secteur",
  status: "Statut",
  state: "État",
  address: "Adresse",
  description: "Description",
  images: "Images",
  date: "Date",
  url: "Adresse web",
} as const satisfies Record<WrittenField | "id" | "state" | "date" | "url", string>

export type ProjectCsvColumn = keyof typeof PROJECT_CSV_TITLES

/** Those that an import reads; the site sets the others by itself. */
export const IMPORTED_COLUMNS = ["name", "sector", "status", "address", "description", "images"] as const

export type ImportedColumn = (typeof IMPORTED_COLUMNS)[number]

export const REQUIRED_COLUMNS = ["name", "sector", "status", "description"] as const satisfies ImportedColumn[]
