import { isPostgres } from "./engine.ts"
import { searchPostgres } from "./postgres/text-search.ts"
import type { SearchedTable, SearchResult, TextSearch } from "./searched-table.ts"
import { searchSqlite } from "./sqlite/text-search.ts"
import type { Database } from "./transaction.ts"

export function searchRows(db: Database, searched: SearchedTable, search: TextSearch): Promise<SearchResult> {
  // No stored text has the character: SQLite ends a LIKE pattern there, and PostgreSQL rejects it.
  if (search.text.includes("\0")) return Promise.resolve({ ids: [], found: 0, foundIsCapped: false })
  return isPostgres(db) ? searchPostgres(db, searched, search) : searchSqlite(db, searched, search)
}
