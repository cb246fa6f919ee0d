import { type RawBuilder, sql } from "kysely"
import { COUNT_MAX } from "#server/contract/paging.ts"
import type { Database } from "#server/database/core/database.ts"
import { isPostgres } from "#server/database/core/engine.ts"
import { type Column, column, table } from "#server/database/core/names.ts"
import {
  cappedCount,
  orderBy,
  type ReadRows,
  readIds,
  reverse,
  type SearchedTable,
  type SearchResult,
  searchCondition,
  type TextSearch,
} from "#server/database/core/searched-table.ts"
import { SEPARATOR, searchPostgres } from "./postgres/text-search.ts"
import { searchSqlite } from "./sqlite/text-search.ts"

export async function searchRows<Row>(
  db: Database,
  searched: SearchedTable,
  search: TextSearch,
  read: ReadRows<Row>,
): Promise<SearchResult<Row>> {
  const { text } = search
  if (text === "") {
    const found = await search.total
    return { rows: await read(await listPage(db, searched, search, found)), found, foundIsCapped: false }
  }
  // Nobody searches for NUL or for the separator of PostgreSQL's index.
  if (["\0", SEPARATOR].some((character) => text.includes(character)))
    return { rows: [], found: 0, foundIsCapped: false }
  return isPostgres(db) ? searchPostgres(db, searched, search, read) : searchSqlite(db, searched, search, read)
}

/** Returns the column so that SQLite does not use its index; PostgreSQL decides by its statistics. */
export function unindexed(db: Database, name: Column): RawBuilder<unknown> {
  return isPostgres(db) ? column(name) : sql`+${column(name)}`
}

/** Reads row by row along an order what no index finds; `source` is a table with its conditions. */
export async function scanRows<Row>(
  db: Database,
  source: RawBuilder<unknown>,
  { order, offset, limit }: Pick<TextSearch, "order" | "offset" | "limit">,
  read: ReadRows<Row>,
): Promise<SearchResult<Row>> {
  // One row more tells whether there is a next page.
  const listed = readIds(db, sql`${source} order by ${orderBy(order)} limit ${limit + 1} offset ${offset}`)
  const counted = readIds(db, sql`${source} limit ${COUNT_MAX + 1}`)
  const [ids, { length }] = await Promise.all([listed, counted])
  const rows = await read(ids.slice(0, limit))
  return { rows, ...(length > COUNT_MAX ? cappedCount(offset + ids.length) : { found: length, foundIsCapped: false }) }
}

/** Reads from the nearer end, so that the last page costs as much as the first one. */
async function listPage(db: Database, searched: SearchedTable, search: TextSearch, total: number) {
  const { order, offset, limit } = search
  const read = (by: typeof order, skipped: number, rows: number) =>
    readIds(
      db,
      sql`${table(searched.table)} where ${searchCondition(searched, search)} order by ${orderBy(by)} limit ${rows} offset ${skipped}`,
    )
  const after = total - offset - limit
  if (offset <= after) return read(order, offset, limit)
  const rows = Math.max(0, Math.min(limit, total - offset))
  return (await read(reverse(order), Math.max(0, after), rows)).reverse()
}
