import Sqlite from "better-sqlite3"
import { sql } from "kysely"
import { type Database, retryWhileLocked } from "#server/database/transaction.ts"

/** What a backup has to know of a database: SQLite's own way, since no site runs on a copy. */
export interface Snapshot {
  migrations: string[]
  /** Names of the pictures that have a row. */
  images: string[]
}

/** Copies the database as it is at this moment, while others write. What running commands hold back is not copied. */
export async function copyDatabase(db: Database, file: string): Promise<Snapshot> {
  await retryWhileLocked(() => sql`vacuum into ${file}`.execute(db))
  const copy = new Sqlite(file)
  try {
    copy.exec("delete from holds")
  } finally {
    copy.close()
  }
  return readSnapshot(file)
}

export function readSnapshot(file: string): Snapshot {
  const copy = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    const list = (query: string) => copy.prepare(query).pluck().all().map(String)
    return {
      migrations: list("select name from kysely_migration order by name"),
      images: list("select name from images order by name"),
    }
  } finally {
    copy.close()
  }
}
