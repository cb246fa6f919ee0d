import { type RawBuilder, sql } from "kysely"
import { COUNT_MAX } from "#server/contract/paging.ts"
import type { Database } from "#server/database/core/database.ts"
import { table } from "#server/database/core/names.ts"
import {
  cappedCount,
  likePattern,
  notDeleted,
  orderBy,
  type ReadRows,
  readIds,
  type SearchedTable,
  type SearchResult,
  searchCondition,
  type TextSearch,
} from "#server/database/core/searched-table.ts"

/** ASCII's unit separator surrounds each text of a `search` column, so that no match spans two texts. */
export const SEPARATOR = "\x1f"

/** This many rows are read in order to estimate how frequent a text is. */
const SAMPLE_ROWS = 500

/**
 * Matches frequent texts row by row, and reads rare ones from an index and sorts them. Two samples tell how frequent
 * a text is, since PostgreSQL assumes that matches are spread evenly over an order.
 */
export async function searchPostgres<Row>(
  db: Database,
  searched: SearchedTable,
  search: TextSearch,
  read: ReadRows<Row>,
  sampleRows = SAMPLE_ROWS,
): Promise<SearchResult<Row>> {
  const { offset, limit } = search
  const end = offset + limit
  const readPage = (ids: number[]) => read(ids.slice(offset, end))
  const [first, elsewhere, total] = await Promise.all([
    scanInOrder(db, searched, search, { rows: sampleRows, matches: sampleRows }),
    countAmongStored(db, searched, search, sampleRows),
    search.total,
  ])
  if (total <= sampleRows) return { rows: await readPage(first), found: first.length, foundIsCapped: false }

  const share = Math.max(first.length, elsewhere) / sampleRows
  // An index reads all matches; a scan reads rows until it has found the wanted number.
  const isScanShorter = (wanted: number) => wanted / share < share * total
  const countedMax = Math.max(end, COUNT_MAX) + 1
  const countOf = (found: number) => (found < countedMax ? { found, foundIsCapped: false } : cappedCount(end + 1))
  if (isScanShorter(end)) {
    const readInOrder = async () => {
      // Matches may be rare in the first rows: it scans twice the expected rows, or a quarter of what the index reads.
      const rows = Math.ceil(Math.max((2 * end) / share, (share * total) / 4))
      const ids = first.length < end ? await scanInOrder(db, searched, search, { rows, matches: end }) : first
      return ids.length < end ? undefined : readPage(ids)
    }
    const countMatches = () =>
      isScanShorter(countedMax)
        ? countInAnyOrder(db, searched, search, { rows: Math.ceil((2 * countedMax) / share), limit: countedMax })
        : countByIndex(db, searched, search, countedMax)
    const [rows, found] = await Promise.all([readInOrder(), countMatches()])
    if (rows) return { rows, ...countOf(found) }
  }
  const { ids, found } = await sortMatches(db, searched, search)
  return { rows: await readPage(ids), ...countOf(found) }
}

function scanInOrder(
  db: Database,
  searched: SearchedTable,
  search: TextSearch,
  { rows, matches }: { rows: number; matches: number },
) {
  const scanned = sql`select id, search from ${table(searched.table)} where ${searchCondition(searched, search)}
    order by ${orderBy(search.order)} limit ${rows}`
  return readIds(db, sql`(${scanned}) as scanned where ${contains(search)} limit ${matches}`)
}

/** Counts matches among the rows that are stored first, since the first rows of an order may be unlike all others. */
function countAmongStored(db: Database, searched: SearchedTable, search: TextSearch, rows: number): Promise<number> {
  const stored = sql`(select * from ${table(searched.table)} limit ${rows}) as ${table(searched.table)}`
  return countRows(db, sql`${stored} where ${searchCondition(searched, search)} and ${contains(search)}`)
}

/** Falls back to the index if the text turns out to be rarer than among the first rows. */
async function countInAnyOrder(
  db: Database,
  searched: SearchedTable,
  search: TextSearch,
  { rows, limit }: { rows: number; limit: number },
): Promise<number> {
  const scanned = sql`select search from ${table(searched.table)} where ${searchCondition(searched, search)} limit ${rows}`
  const found = await countRows(db, sql`(${scanned}) as scanned where ${contains(search)} limit ${limit}`)
  return found < limit ? countByIndex(db, searched, search, limit) : found
}

function countByIndex(db: Database, searched: SearchedTable, search: TextSearch, limit: number) {
  return countRows(db, sql`${matchesByIndex(searched, search)} limit ${limit}`)
}

async function countRows(db: Database, source: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${source}) as counted
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the matches up to the end of the page, in their order, and counts all. */
async function sortMatches(db: Database, searched: SearchedTable, search: TextSearch) {
  const { rows } = await sql<{ id: number; found: number }>`
    select id, count(*) over () as found from ${matchesByIndex(searched, search)}
    order by ${orderBy(search.order)} limit ${search.offset + search.limit}
  `.execute(db)
  return { ids: rows.map(({ id }) => id), found: rows[0]?.found ?? 0 }
}

/**
 * `offset 0` keeps PostgreSQL from using an order or the index of another condition. The rows have the table's name,
 * which filters may use.
 */
function matchesByIndex(searched: SearchedTable, search: TextSearch): RawBuilder<unknown> {
  const rows = sql`select * from ${table(searched.table)}`
  const live = notDeleted(searched)
  const found = hasTrigram(search.text)
    ? sql`${rows} where ${live} and ${containsTrigrams(search)} offset 0`
    : sql`${rows} where ${containsPairs(search)} offset 0`
  return sql`(${found}) as ${table(searched.table)} where ${searchCondition(searched, search)}`
}

/**
 * Whether pg_trgm's index can find the text. pg_trgm sees words of letters and digits, only ASCII ones in some locales,
 * and a space in place of everything around them.
 */
function hasTrigram(text: string): boolean {
  if (text.includes(SEPARATOR)) return true
  return [...text].length > 2 && /[a-z0-9]{3}|[a-z0-9]{2}[^a-z0-9]|[^a-z0-9][a-z0-9]/.test(text)
}

/** Matches rows that are read anyway, which is faster than LIKE and needs no index. */
function contains(search: TextSearch): RawBuilder<unknown> {
  return anyOf([search.text, ...bySpelling(search)].map((text) => sql`strpos(search, ${text}) > 0`))
}

function containsTrigrams(search: TextSearch): RawBuilder<unknown> {
  return anyOf([search.text, ...bySpelling(search)].map(like))
}

function containsPairs(search: TextSearch): RawBuilder<unknown> {
  const characters = [...search.text]
  const pairs = characters.slice(1).map((character, index) => quoted(characters[index] + character))
  // A single character begins some pair.
  const query = pairs.join(" & ") || `${quoted(search.text)}:*`
  const found = sql`bigrams(search) @@ ${query}::tsquery`
  const matches = pairs.length > 1 ? sql`(${found} and ${like(search.text)})` : found
  return anyOf([matches, ...bySpelling(search).map(like)])
}

function like(text: string) {
  return sql`search like ${likePattern(text)}`
}

/** Returns texts that find rows whose sector has another spelling. */
function bySpelling({ text, sectors }: TextSearch): string[] {
  return sectors.filter((sector) => !sector.includes(text)).map((sector) => SEPARATOR + sector + SEPARATOR)
}

function anyOf(conditions: RawBuilder<unknown>[]) {
  return sql`(${sql.join(conditions, sql` or `)})`
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, "$&$&")}'`
}
