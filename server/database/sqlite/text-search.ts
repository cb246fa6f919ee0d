import { type RawBuilder, sql } from "kysely"
import { COUNT_MAX } from "#server/contract/paging.ts"
import type { Database } from "#server/database/core/database.ts"
import { column, table } from "#server/database/core/names.ts"
import {
  cappedCount,
  containsText,
  orderBy,
  type ReadRows,
  readIds,
  type SearchedTable,
  type SearchResult,
  searchCondition,
  type TextSearch,
} from "#server/database/core/searched-table.ts"

/** The trigram index matches texts of at least this length. */
const TRIGRAM = 3

/** This many rows are read in order before the index is used instead. */
const SCAN_ROWS = 3000

/** Sorting more matches than this takes longer than finding them along the order, wherever they are. */
const SORT_ROWS = 10_000

/** To SQLite this limit means all rows. */
const ALL = -1

const LAST_CHARACTER = "\u{10ffff}"

/**
 * Reads texts from the index and sorts the matches if these are few, in all or among the first rows. Otherwise it
 * matches row by row along the order, whose index contains the searched columns. The text index knows no filter.
 */
export async function searchSqlite<Row>(
  db: Database,
  searched: SearchedTable,
  search: TextSearch,
  read: ReadRows<Row>,
  scanRows = SCAN_ROWS,
): Promise<SearchResult<Row>> {
  const { offset, limit } = search
  const end = offset + limit
  const countedMax = Math.max(end, COUNT_MAX) + 1
  const page = async (ids: number[], found = ids.length) => ({
    rows: await read(ids.slice(offset, end)),
    ...(found < countedMax ? { found, foundIsCapped: false } : cappedCount(end + 1)),
  })
  const isAtMost = async (most: number) => (await countMatches(db, searched, search, most + 1)) <= most
  if (await isAtMost(COUNT_MAX)) return page(await sortMatches(db, searched, search, COUNT_MAX))
  const scanned = await scanInOrder(db, searched, search, Math.max(scanRows, 2 * end), end)
  const isFull = scanned.length === end
  const found = isFull ? await countFiltered(db, searched, search, countedMax) : 0
  if (found === countedMax) return page(scanned, found)
  if (!(await isAtMost(SORT_ROWS))) return page(await scanInOrder(db, searched, search, ALL, countedMax))
  return isFull ? page(scanned, found) : page(await sortMatches(db, searched, search, countedMax))
}

/** Matches the first rows in order; SQLite runs the inner query as a coroutine, so the outer limit ends it early. */
function scanInOrder(db: Database, searched: SearchedTable, search: TextSearch, rows: number, limit: number) {
  const columns = searched.columns.map(column)
  const alternatives =
    searched.sector && search.sectors.length > 0
      ? [sql`${column(searched.sector)} in (${sql.join(search.sectors)})`]
      : []
  const scanned = sql`select id, ${sql.join(columns)} from ${table(searched.table)}
    where ${searchCondition(searched, search)} order by ${orderBy(search.order)} limit ${rows}`
  const found = containsText(search.text, columns, alternatives)
  return readIds(db, sql`(${scanned}) as ${table(searched.table)} where ${found} limit ${limit}`)
}

async function countMatches(db: Database, searched: SearchedTable, search: TextSearch, limit: number): Promise<number> {
  const counted = sql`select 1 from (${matches(searched, search, limit)}) limit ${limit}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${counted})`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts what the filter leaves of the first SORT_ROWS matches and one more, no further than the limit. */
async function countFiltered(
  db: Database,
  searched: SearchedTable,
  search: TextSearch,
  limit: number,
): Promise<number> {
  const rows = sql`(${matches(searched, search, SORT_ROWS + 1)}) as matched
    cross join ${table(searched.table)} on id = matched.match`
  return (await readIds(db, sql`${rows} where ${searchCondition(searched, search)} limit ${limit}`)).length
}

/** Sorts by an index of the ids that contains the ordered columns; the plus prevents the use of an order's index. */
function sortMatches(db: Database, searched: SearchedTable, search: TextSearch, limit: number) {
  const rows = sql`(${matches(searched, search)}) as matched cross join ${table(searched.table)}
    indexed by ${sql.table(`${searched.table}ById`)} on id = matched.match`
  return readIds(
    db,
    sql`${rows} where ${searchCondition(searched, search)} order by ${orderBy(search.order, "+")} limit ${limit}`,
  )
}

/** Returns the ids that the index finds; for one or two letters it uses the trigrams that begin with them. */
function matches({ index, sector }: SearchedTable, { text, sectors }: TextSearch, limit = ALL): RawBuilder<unknown> {
  const indexed = sector?.split(".")[1]?.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const bySpelling = sectors.filter((name) => !name.includes(text)).map((name) => `${indexed} : ^ ${quoted(name)}`)
  const match = (query: string[]) =>
    sql`select rowid as match from ${sql.table(index)} where ${sql.table(index)} match ${query.join(" OR ")} limit ${limit}`
  if ([...text].length >= TRIGRAM) return match([quoted(text), ...bySpelling])
  const begun = sql`select distinct doc as match from ${sql.table(`${index}Terms`)}
    where term >= ${text} and term < ${text + LAST_CHARACTER} limit ${limit}`
  return bySpelling.length === 0 ? begun : sql`select * from (${begun}) union select * from (${match(bySpelling)})`
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
