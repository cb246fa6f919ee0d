import { type RawBuilder, sql } from "kysely"
import { type Column, column } from "#server/database/core/names.ts"

export function secondsBetween(start: Column, end: Column): RawBuilder<number> {
  return sql`(unixepoch(${column(end)}) - unixepoch(${column(start)}))`
}

/** Adds an hour, by which Kinshasa is ahead of UTC. */
export function mondayOf(time: Column): RawBuilder<string> {
  return sql`date(${column(time)}, '+1 hour', 'weekday 0', '-6 days')`
}
