import { dirname, join } from "node:path"
import { sql } from "kysely"
import type { Database } from "#server/database/core/database.ts"
import type { LockKind } from "#server/database/core/engine.ts"
import { acquireFileLock } from "./file-lock.ts"

/** Holds a lock on a file while `work` runs; in a transaction, even reads would wait for the image store. */
export async function runLockedOnSqlite<Result>(
  db: Database,
  kind: LockKind,
  work: () => Promise<Result>,
): Promise<Result> {
  const folder = await findFolder(db)
  // Only one process has a database in memory.
  if (!folder) return work()
  using _lock = acquireFileLock(join(folder, "images.lock"), kind)
  return await work()
}

async function findFolder(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db)
  const file = rows[0]?.file
  return file ? dirname(file) : undefined
}
