// The router's search params are parsed with this before the table is loaded: it must stay small.

/** What a row shows beside the name, in the order of the menu, with the values of `?colonnes=`. */
export const COLUMN_SLUGS = {
  pictures: "images",
  address: "adresse",
  sector: "secteur",
  status: "statut",
  state: "etat",
  date: "date",
} as const

export type Column = keyof typeof COLUMN_SLUGS

export const COLUMNS = Object.keys(COLUMN_SLUGS) as Column[]

/** Undefined for all of them, which is the default, and for what names none. */
export function parseColumns(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined
  const slugs = value.split(",")
  const shown = COLUMNS.filter((column) => slugs.includes(COLUMN_SLUGS[column]))
  if (shown.length === 0 && value !== NO_COLUMNS) return undefined
  return formatColumns(shown)
}

const NO_COLUMNS = "aucune"

export function formatColumns(shown: readonly Column[]): string | undefined {
  if (shown.length === COLUMNS.length) return undefined
  return shown.map((column) => COLUMN_SLUGS[column]).join(",") || NO_COLUMNS
}

export function shownColumns(value: string | undefined): ReadonlySet<Column> {
  if (value === undefined) return new Set(COLUMNS)
  const slugs = value.split(",")
  return new Set(COLUMNS.filter((column) => slugs.includes(COLUMN_SLUGS[column])))
}
