import { type RawBuilder, sql } from "kysely"
import { COUNT_MAX } from "#server/contract/paging.ts"
import {
  cappedCount,
  containing,
  isLive,
  type SearchedTable,
  type SearchResult,
  type TextSearch,
} from "#server/database/searched-table.ts"
import type { Database } from "#server/database/transaction.ts"

/** The trigram index matches texts of at least this length. */
const TRIGRAM = 3

/** The number of rows that are read in order before the index is used instead. */
const SCAN_ROWS = 10_000

const LAST_CHARACTER = "\u{10ffff}"

/**
 * Rare texts are read from the index and sorted. Others are matched row by row along the order; where its first rows have
 * too few matches, the index finds which of the rows match.
 */
export async function searchSqlite(
  db: Database,
  searched: SearchedTable,
  search: TextSearch,
  scanRows = SCAN_ROWS,
): Promise<SearchResult> {
  const { text, offset, limit, total } = search
  const page = (ids: number[], foundIsCapped: boolean) => ({
    ids: ids.slice(offset, offset + limit),
    ...(foundIsCapped ? cappedCount(ids.length) : { found: ids.length, foundIsCapped }),
  })
  if (text === "") return { ids: await listPage(db, searched, search), found: total, foundIsCapped: false }
  const isIndexed = [...text].length >= TRIGRAM
  if (isIndexed && (await isRare(db, searched, search))) return page(await sortMatches(db, searched, search), false)
  const needed = Math.max(offset + limit, isIndexed ? 0 : COUNT_MAX) + 1
  const rows = Math.max(scanRows, 2 * needed)
  const scanned = await scanInOrder(db, searched, search, rows, needed)
  if (scanned.length === needed || total <= rows) return page(scanned, scanned.length === needed)
  const all = await filterInOrder(db, searched, search, needed)
  return page(all, all.length === needed)
}

function listPage(db: Database, searched: SearchedTable, { order, offset, limit }: TextSearch) {
  return readIds(
    db,
    sql`${sql.table(searched.table)} where ${isLive(searched)} order by ${orderBy(order)} limit ${limit} offset ${offset}`,
  )
}

/** The first rows of the order; SQLite runs the inner query as a coroutine, so that the outer limit ends it early. */
function scanInOrder(db: Database, searched: SearchedTable, search: TextSearch, rows: number, limit: number) {
  const { table, columns } = searched
  const pattern = containing(search.text)
  const alternatives = columns.map((column) => sql`${sql.ref(column)} like ${pattern} escape '\\'`)
  if (search.sectors.length > 0) alternatives.push(sql`${sql.ref(searched.sector)} in (${sql.join(search.sectors)})`)
  const read = sql.join(["id", ...columns].map((column) => sql.ref(column)))
  const scanned = sql`select ${read} from ${sql.table(table)} where ${isLive(searched)}
    order by ${orderBy(search.order)} limit ${rows}`
  return readIds(db, sql`(${scanned}) where ${sql.join(alternatives, sql` or `)} limit ${limit}`)
}

async function isRare(db: Database, searched: SearchedTable, search: TextSearch): Promise<boolean> {
  const counted = sql`${matches(searched, search)} limit ${COUNT_MAX + 1}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${counted})`.execute(db)
  return (rows[0]?.count ?? 0) <= COUNT_MAX
}

/** Reads the rows by their ids; the plus keeps SQLite from following the order's index. */
function sortMatches(db: Database, searched: SearchedTable, search: TextSearch) {
  const rows = sql`${sql.ref("id")} in (${matches(searched, search)}) and ${isLive(searched)}`
  return readIds(db, sql`${sql.table(searched.table)} where ${rows} order by ${orderBy(search.order, "+")}`)
}

/** Follows the order's index and reads no row; the plus keeps SQLite from reading the rows by their ids. */
function filterInOrder(db: Database, searched: SearchedTable, search: TextSearch, limit: number) {
  const rows = sql`+${sql.ref("id")} in (${matches(searched, search)}) and ${isLive(searched)}`
  return readIds(db, sql`${sql.table(searched.table)} where ${rows} order by ${orderBy(search.order)} limit ${limit}`)
}

/** The ids of the rows that the index finds. Of one or two letters it knows the trigrams that begin with them. */
function matches({ index, sector }: SearchedTable, { text, sectors }: TextSearch): RawBuilder<unknown> {
  const column = sector.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const bySpelling = sectors.filter((name) => !name.includes(text)).map((name) => `${column} : ^ ${quoted(name)}`)
  const match = (query: string[]) =>
    sql`select rowid from ${sql.table(index)} where ${sql.table(index)} match ${query.join(" OR ")}`
  if ([...text].length >= TRIGRAM) return match([quoted(text), ...bySpelling])
  const begun = sql`select doc from ${sql.table(`${index}Terms`)} where term >= ${text} and term < ${text + LAST_CHARACTER}`
  return bySpelling.length === 0 ? begun : sql`${begun} union ${match(bySpelling)}`
}

async function readIds(db: Database, source: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${source}`.execute(db)
  return rows.map(({ id }) => id)
}

function orderBy(order: TextSearch["order"], sign: "" | "+" = "") {
  return sql.join(order.map(([column, direction]) => sql`${sql.raw(sign)}${sql.ref(column)} ${sql.raw(direction)}`))
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
