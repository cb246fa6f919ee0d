import { type RawBuilder, sql } from "kysely"
import { table } from "#server/database/core/names.ts"
import {
  containsText,
  hasSector,
  likePattern,
  type SearchedTable,
  type SearchedText,
} from "#server/database/core/searched-table.ts"

/** ASCII's unit separator surrounds each text of a `search` column, so that no match spans two texts. */
export const SEPARATOR = "\x1f"

/** The index of trigrams finds texts of at least this length, that of pairs the shorter ones. */
const TRIGRAM = 3

export const postgresSearch = {
  contains(searched: SearchedTable, search: SearchedText): RawBuilder<boolean> {
    return containsText(search.text, [sql`search`], hasSector(searched, search))
  },

  /** Returns the matches by the index or row by row, as PostgreSQL expects from its statistics that it takes less time. */
  matches(searched: SearchedTable, search: SearchedText, condition: RawBuilder<unknown>): RawBuilder<unknown> {
    return sql`${table(searched.table)} where ${condition} and ${this.contains(searched, search)}`
  },

  /** Returns the matches by an index; `offset 0` keeps PostgreSQL from reading along an order instead. */
  matchesByIndex(searched: SearchedTable, search: SearchedText, condition: RawBuilder<unknown>): RawBuilder<unknown> {
    const { length } = [...search.text]
    const pair = `'${search.text.replace(/['\\]/g, "$&$&")}'${length === 1 ? ":*" : ""}`
    const found =
      length < TRIGRAM ? sql`bigrams(search) @@ ${pair}::tsquery` : sql`search like ${likePattern(search.text)}`
    const matches = sql.join([found, ...hasSector(searched, search)], sql` or `)
    return sql`(select * from ${table(searched.table)} where ${condition} and (${matches}) offset 0)
      as ${table(searched.table)}`
  },
}
