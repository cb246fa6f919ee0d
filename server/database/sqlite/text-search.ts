import { type RawBuilder, sql } from "kysely"
import { column, table } from "#server/database/core/names.ts"
import { containsText, hasSector, type SearchedTable, type SearchedText } from "#server/database/core/searched-table.ts"

/** The trigram index matches texts of at least this length. */
const TRIGRAM = 3

const LAST_CHARACTER = "\u{10ffff}"

export const sqliteSearch = {
  /** Returns the SQL for whether a row contains the text; LIKE ignores case. */
  contains(searched: SearchedTable, search: SearchedText): RawBuilder<boolean> {
    return containsText(search.text, searched.columns.map(column), hasSector(searched, search))
  },
  matches: findByIndex,
  matchesByIndex: findByIndex,
}

/** Returns the matches by the index of texts, which is read first, as SQLite never reorders a cross join. */
function findByIndex(searched: SearchedTable, search: SearchedText, condition: RawBuilder<unknown>) {
  const { text } = search
  const index = sql.table(searched.index)
  // One or two letters are found by the trigrams that begin with them.
  const found =
    [...text].length < TRIGRAM
      ? sql`select distinct doc as match from ${sql.table(`${searched.index}Terms`)}
          where term >= ${text} and term < ${text + LAST_CHARACTER}`
      : sql`select rowid as match from ${index} where ${index} match ${`"${text.replaceAll('"', '""')}"`}`
  const [ofSector] = hasSector(searched, search)
  const all = ofSector ? sql`${found} union select id from ${table(searched.table)} where ${ofSector}` : found
  // This index contains most columns of orders and filters.
  return sql`(${all}) as matched cross join ${table(searched.table)}
    indexed by ${sql.table(`${searched.table}ById`)} on id = matched.match where ${condition}`
}
