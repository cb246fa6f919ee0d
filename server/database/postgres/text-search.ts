import { type RawBuilder, sql } from "kysely"
import { column, table } from "#server/database/core/names.ts"
import {
  containsSearched,
  hasSector,
  indexedTexts,
  isShort,
  likePattern,
  type SearchedTable,
  type SearchedText,
  spellingsOf,
} from "#server/database/core/searched-table.ts"

/** ASCII's unit separator surrounds each text of a `search` column, so that no match spans two texts. */
export const SEPARATOR = "\x1f"

const searchColumn = sql`search`

export const postgresSearch = {
  contains(searched: SearchedTable, search: SearchedText): RawBuilder<boolean> {
    return containsSearched(searched, search, [searchColumn])
  },

  /** Returns the matches by the index or row by row, as PostgreSQL expects from its statistics that it takes less time. */
  matches(
    searched: SearchedTable,
    searches: readonly SearchedText[],
    condition: RawBuilder<unknown>,
  ): RawBuilder<unknown> {
    const found = searches.map((search) => this.contains(searched, search))
    return sql`${table(searched.table)} where ${sql.join([condition, ...found], sql` and `)}`
  },

  /** Returns the matches by an index; `offset 0` keeps PostgreSQL from reading along an order instead. */
  matchesByIndex(
    searched: SearchedTable,
    searches: readonly SearchedText[],
    condition: RawBuilder<unknown>,
  ): RawBuilder<unknown> {
    const { added } = searched
    const indexed = indexedTexts(searched, searches)
    const found = indexed.map((search) => {
      const byIndex = spellingsOf(search).map((text) => isFoundByIndex(text, searchColumn))
      return sql`(${sql.join([...byIndex, ...hasSector(searched, search)], sql` or `)})`
    })
    const rows = table(searched.table)
    const conditions = [condition, ...found]
    if (added) {
      const isAdded = indexed.flatMap(spellingsOf).map((text) => isFoundByIndex(text, column(added.column)))
      const ids = sql`select id from ${rows} where ${sql.join(conditions, sql` and `)} union
        select ${column(added.reference)} from ${table(added.table)} where ${sql.join(isAdded, sql` or `)}`
      conditions.splice(1, found.length, sql`id in (${ids})`)
    }
    if (searches.length > 1) conditions.push(...searches.map((search) => this.contains(searched, search)))
    return sql`(select * from ${rows} where ${sql.join(conditions, sql` and `)} offset 0) as ${rows}`
  },
}

function isFoundByIndex(text: string, searched: RawBuilder<unknown>): RawBuilder<boolean> {
  if (!isShort(text)) return sql`${searched} like ${likePattern(text)}`
  const pair = `'${text.replace(/['\\]/g, "$&$&")}'${[...text].length === 1 ? ":*" : ""}`
  return sql`bigrams(${searched}) @@ ${pair}::tsquery`
}
