import Sqlite from "better-sqlite3"
import type { Lock, LockKind } from "#server/database/core/engine.ts"
import { makePrivate } from "./private-file.ts"

export interface FileLock extends Lock, Disposable {
  release(): void
}

/**
 * Locks a file until it is released or the process ends, even by a crash. It uses SQLite, since Node has no file locks,
 * and fails as locked while another process has a conflicting lock.
 */
export function acquireFileLock(file: string, kind: LockKind): FileLock {
  makePrivate(file)
  // SQLite's own wait would block the event loop.
  const database = new Sqlite(file, { timeout: 0 })
  try {
    database.exec(kind === "exclusive" ? "begin exclusive" : "begin; select * from sqlite_master")
  } catch (error) {
    database.close()
    throw error
  }
  const release = () => {
    database.close()
  }
  return { release, [Symbol.dispose]: release }
}
