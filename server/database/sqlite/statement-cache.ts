import type Sqlite from "better-sqlite3"
import { LRUCache } from "lru-cache"

const STATEMENTS = 200
const LONGEST_STATEMENT = 4000

/** Caches statements, as preparing takes as long as running. SQLite prepares them again if the schema has changed. */
export function createStatementCache(database: Sqlite.Database) {
  const statements = new LRUCache<string, Sqlite.Statement<unknown[]>>({
    max: STATEMENTS,
    maxEntrySize: LONGEST_STATEMENT,
    sizeCalculation: (_statement, text) => Math.max(text.length, 1),
    memoMethod: (text) => database.prepare<unknown[]>(text),
  })
  return (text: string) => statements.memo(text)
}
