import { sql } from "kysely"
import { isPostgres } from "./engine.ts"
import { searchPostgres } from "./postgres/text-search.ts"
import {
  isSearched,
  orderBy,
  readIds,
  reverse,
  type SearchedTable,
  type SearchResult,
  type TextSearch,
} from "./searched-table.ts"
import { searchSqlite } from "./sqlite/text-search.ts"
import type { Database } from "./transaction.ts"

export async function searchRows(db: Database, searched: SearchedTable, search: TextSearch): Promise<SearchResult> {
  const { text, total } = search
  if (text === "") return { ids: await listPage(db, searched, search), found: total, foundIsCapped: false }
  // No stored text has the character: SQLite ends a LIKE pattern there, and PostgreSQL rejects it.
  if (text.includes("\0")) return { ids: [], found: 0, foundIsCapped: false }
  return isPostgres(db) ? searchPostgres(db, searched, search) : searchSqlite(db, searched, search)
}

/** Read from the nearer end, so that the last page costs what the first one does. */
async function listPage(db: Database, searched: SearchedTable, search: TextSearch) {
  const { order, offset, limit, total } = search
  const read = (by: typeof order, skipped: number, rows: number) =>
    readIds(
      db,
      sql`${sql.table(searched.table)} where ${isSearched(searched, search)} order by ${orderBy(by)} limit ${rows} offset ${skipped}`,
    )
  const after = total - offset - limit
  if (offset <= after) return read(order, offset, limit)
  const rows = Math.max(0, Math.min(limit, total - offset))
  return (await read(reverse(order), Math.max(0, after), rows)).reverse()
}
