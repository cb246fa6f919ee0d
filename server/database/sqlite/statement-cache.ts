import type Sqlite from "better-sqlite3"

const STATEMENTS = 200
const LONGEST_STATEMENT = 4000

/** Preparing a statement takes as long as running it: those in use are kept, SQLite itself prepares them anew if need be. */
export function createStatementCache(database: Sqlite.Database) {
  const statements = new Map<string, Sqlite.Statement<unknown[]>>()
  return (text: string) => {
    const statement = statements.get(text) ?? database.prepare<unknown[]>(text)
    if (text.length > LONGEST_STATEMENT) return statement
    statements.delete(text)
    statements.set(text, statement)
    for (const oldest of statements.keys()) {
      if (statements.size <= STATEMENTS) break
      statements.delete(oldest)
    }
    return statement
  }
}
