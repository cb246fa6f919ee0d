import { sql } from "kysely"
import type { Database, Transaction } from "#server/database/core/database.ts"

/** Short statements stay in the cache; long ones, prepared again and again, would take more memory with the rows. */
export const ROWS_PER_INSERT = 50

export async function readLastId(db: Database, table: string): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db)
  return rows[0]?.seq ?? 0
}

export async function writeLastId(db: Database, table: string, id: number): Promise<void> {
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${id})`.execute(db)
}

/** Changes nothing, since SQLite's triggers and indexes are fast enough. */
export async function beginBulkInsert(_trx: Transaction): Promise<() => Promise<void>> {
  return async () => {}
}
