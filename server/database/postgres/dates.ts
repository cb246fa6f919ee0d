import { type RawBuilder, sql } from "kysely"

export function secondsBetween(start: string, end: string): RawBuilder<number> {
  return sql`(${secondsOf(end)} - ${secondsOf(start)})`
}

/** Cuts fractions off, as SQLite's unixepoch does. */
function secondsOf(column: string) {
  return sql`floor(extract(epoch from parse_time(${sql.ref(column)})))::float8`
}

/** Adds an hour, by which Kinshasa is ahead of UTC. */
export function mondayOf(column: string): RawBuilder<string> {
  return sql`to_char(date_trunc('week', parse_time(${sql.ref(column)}) + interval '1 hour'), 'YYYY-MM-DD')`
}
