// Addresses are parsed before zod is loaded: this file must not import it.

/** The columns of the table that can be hidden, unlike a project's name, in the order of their menu, with their slugs. */
export const COLUMN_SLUGS = {
  pictures: "images",
  address: "adresse",
  sector: "secteur",
  status: "statut",
  state: "etat",
  date: "date",
} as const

export type ProjectColumn = keyof typeof COLUMN_SLUGS

export const PROJECT_COLUMNS = Object.keys(COLUMN_SLUGS) as ProjectColumn[]
