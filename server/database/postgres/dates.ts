import { type RawBuilder, sql } from "kysely"

export function secondsBetween(start: string, end: string): RawBuilder<number> {
  return sql`(${secondsOf(end)} - ${secondsOf(start)})`
}

/** Without fractions, as SQLite's unixepoch. */
function secondsOf(column: string) {
  return sql`floor(extract(epoch from ${sql.ref(column)}::timestamptz))::float8`
}

/** Kinshasa is an hour ahead of UTC. */
export function mondayOf(column: string): RawBuilder<string> {
  const local = sql`(${sql.ref(column)}::timestamptz at time zone 'UTC') + interval '1 hour'`
  return sql`to_char(date_trunc('week', ${local}), 'YYYY-MM-DD')`
}
