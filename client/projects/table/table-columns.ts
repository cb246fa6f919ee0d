/** Columns beside the name, in the order of the menu, with the values of `?colonnes=`. */
const COLUMN_SLUGS = {
  pictures: "images",
  address: "adresse",
  sector: "secteur",
  status: "statut",
  state: "etat",
  date: "date",
} as const

export type Column = keyof typeof COLUMN_SLUGS

export const COLUMNS = Object.keys(COLUMN_SLUGS) as Column[]

const NO_COLUMNS = "aucune"

/** Undefined for all of them, which is the default. */
export function formatColumns(shown: readonly Column[]): string | undefined {
  if (shown.length === COLUMNS.length) return undefined
  return shown.map((column) => COLUMN_SLUGS[column]).join(",") || NO_COLUMNS
}

/** Shows all columns where the value names none. */
export function shownColumns(value: string | undefined): ReadonlySet<Column> {
  const slugs = value?.split(",") ?? []
  const shown = COLUMNS.filter((column) => slugs.includes(COLUMN_SLUGS[column]))
  return new Set(shown.length === 0 && value !== NO_COLUMNS ? COLUMNS : shown)
}
