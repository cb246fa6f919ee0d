import { sql } from "kysely"
import type { Database, Transaction } from "#server/database/core/database.ts"

/** PostgreSQL binds at most some 65,000 values per statement. */
export const ROWS_PER_INSERT = 500

/** Returns the largest id that the table has ever given out. */
export async function readLastId(db: Database, table: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) as last
  `.execute(db)
  return rows[0]?.last ?? 0
}

export async function writeLastId(trx: Transaction, table: string, id: number): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${id})`.execute(trx)
}

/** Lets a snapshot wait while its rows are written elsewhere, to a disk that may be slow. */
export async function allowPauses(trx: Transaction): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx)
}

/** Suspends counts and text indexes until the returned function is called, as maintaining them row by row is slow. */
export async function beginBulkInsert(trx: Transaction): Promise<() => Promise<void>> {
  await sql`alter table projects disable trigger project_counts`.execute(trx)
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and indexdef like '% USING gin %'
  `.execute(trx)
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(trx)
  return async () => {
    await sql`insert into project_counts (sector, status, state, year, count)
      select sector, coalesce(status, ''), state,
        coalesce(to_char(parse_time(listed_at) + interval '1 hour', 'YYYY'), ''), count(*)
      from projects group by 1, 2, 3, 4`.execute(trx)
    await sql`alter table projects enable trigger project_counts`.execute(trx)
    for (const { definition } of rows) await sql.raw(definition).execute(trx)
    await sql`analyze`.execute(trx)
  }
}
