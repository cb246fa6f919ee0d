import Sqlite from "better-sqlite3"
import { sql } from "kysely"
import type { Database } from "#server/database/core/database.ts"
import { nameInDatabase } from "#server/database/core/names.ts"

/** The parts of a database copy that a backup checks. */
export interface Snapshot {
  migrations: string[]
  images: string[]
}

/** Copies the database as it is at this moment while others write; fails as locked before it has written anything. */
export async function vacuumInto(db: Database, file: string): Promise<void> {
  await sql`vacuum into ${file}`.execute(db)
  const copy = new Sqlite(file)
  // Leases of running commands and unfinished uploads do not belong in a copy.
  try {
    for (const table of ["leases", "uploadParts", "uploads"] as const) copy.exec(`delete from ${nameInDatabase(table)}`)
  } finally {
    copy.close()
  }
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
