import { type RawBuilder, sql } from "kysely"
import { type Column, column } from "#server/database/core/names.ts"

export function secondsBetween(start: Column, end: Column): RawBuilder<number> {
  return sql`(${secondsOf(end)} - ${secondsOf(start)})`
}

/** Cuts fractions off, as SQLite's unixepoch does. */
function secondsOf(time: Column) {
  return sql`floor(extract(epoch from parse_time(${column(time)})))::float8`
}

/** Adds an hour, by which Kinshasa is ahead of UTC. */
export function mondayOf(time: Column): RawBuilder<string> {
  return sql`to_char(date_trunc('week', parse_time(${column(time)}) + interval '1 hour'), 'YYYY-MM-DD')`
}
