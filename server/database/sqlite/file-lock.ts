import Sqlite from "better-sqlite3"

export interface FileLock {
  release(): void
}

const LOCK_WAIT_MS = 20

/**
 * Holds a file of its own, alone or with others who share it, until it is released or the process ends in whatever
 * way: Node knows no locks of files, SQLite does. Fails as locked while somebody else stands in the way.
 */
export function acquireFileLock(file: string, kind: "shared" | "alone"): FileLock {
  const database = new Sqlite(file, { timeout: LOCK_WAIT_MS })
  try {
    database.exec(kind === "alone" ? "begin exclusive" : "begin; select * from sqlite_master")
  } catch (error) {
    database.close()
    throw error
  }
  return { release: () => database.close() }
}
