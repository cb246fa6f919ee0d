import { type RawBuilder, sql } from "kysely"

export function secondsBetween(start: string, end: string): RawBuilder<number> {
  return sql`(${secondsOf(end)} - ${secondsOf(start)})`
}

/** Without fractions, as SQLite's unixepoch. */
function secondsOf(column: string) {
  return sql`floor(extract(epoch from parse_time(${sql.ref(column)})))::float8`
}

/** Kinshasa is an hour ahead of UTC. */
export function mondayOf(column: string): RawBuilder<string> {
  return sql`to_char(date_trunc('week', parse_time(${sql.ref(column)}) + interval '1 hour'), 'YYYY-MM-DD')`
}
