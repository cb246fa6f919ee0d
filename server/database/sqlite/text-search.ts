import { type RawBuilder, sql } from "kysely"
import { column, table } from "#server/database/core/names.ts"
import {
  containsSearched,
  hasSector,
  indexedTexts,
  isShort,
  type SearchedTable,
  type SearchedText,
  spellingsOf,
} from "#server/database/core/searched-table.ts"

const LAST_CHARACTER = "\u{10ffff}"

export const sqliteSearch = {
  /** Returns the SQL for whether a row contains the text; LIKE ignores case. */
  contains(searched: SearchedTable, search: SearchedText): RawBuilder<boolean> {
    return containsSearched(searched, search, searched.columns.map(column))
  },
  matches: findByIndex,
  matchesByIndex: findByIndex,
}

/** Returns the matches by the index of texts, which is read first, as SQLite never reorders a cross join. */
function findByIndex(searched: SearchedTable, searches: readonly SearchedText[], condition: RawBuilder<unknown>) {
  const { added, ...own } = searched
  const indexed = indexedTexts(searched, searches)
  const [ofSector] = hasSector(searched, indexed[0])
  const found = idsByIndex(searched.index, indexed, " AND ")
  let all = ofSector ? sql`${found} union select id from ${table(searched.table)} where ${ofSector}` : found
  const others = searches.length > 1 ? searches.map((search) => sqliteSearch.contains(searched, search)) : []
  if (added) {
    // What is found by both indexes counts once, without collecting all of it first.
    const byAdded = idsByIndex(added.index, indexed, " OR ")
    all = sql`select match, 0 as added from (${all}) union all
      select distinct ${column(added.reference)}, 1 from (${byAdded}) cross join ${table(added.table)} on id = match`
    const isOwn = sql.join(
      indexed.map((search) => sqliteSearch.contains(own, search)),
      sql` and `,
    )
    others.push(sql`(matched.added = 0 or (${isOwn}) is not true)`)
  }
  // This index contains most columns of orders and filters.
  return sql`(${all}) as matched cross join ${table(searched.table)}
    indexed by ${sql.table(`${searched.table}ById`)} on id = matched.match
    where ${sql.join([condition, ...others], sql` and `)}`
}

/** Selects the rows of an index that match the texts; a single one may be short. */
function idsByIndex(
  index: string,
  [first, ...others]: readonly [SearchedText, ...SearchedText[]],
  operator: " AND " | " OR ",
) {
  // One or two letters are found by the trigrams that begin with them.
  if (isShort(first.text)) {
    return sql`select distinct doc as match from ${sql.table(`${index}Terms`)}
      where term >= ${first.text} and term < ${first.text + LAST_CHARACTER}`
  }
  const phrases = [first, ...others].map((search) => `(${spellingsOf(search).map(quote).join(" OR ")})`)
  const query = phrases.join(operator)
  return sql`select rowid as match from ${sql.table(index)} where ${sql.table(index)} match ${query}`
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
