/** The values of `?colonnes=` for the columns beside the name, in the order of the menu. */
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

/** Returns undefined if all columns are shown, which is the default. */
export function formatColumns(shown: readonly Column[]): string | undefined {
  if (shown.length === COLUMNS.length) return undefined
  return shown.map((column) => COLUMN_SLUGS[column]).join(",") || NO_COLUMNS
}

/** Returns the columns that the value names, or all of them if it names none. */
export function shownColumns(value: string | undefined): ReadonlySet<Column> {
  const slugs = value?.split(",") ?? []
  const shown = COLUMNS.filter((column) => slugs.includes(COLUMN_SLUGS[column]))
  return new Set(shown.length === 0 && value !== NO_COLUMNS ? COLUMNS : shown)
}
