import { type RawBuilder, sql } from "kysely"

export function secondsBetween(start: string, end: string): RawBuilder<number> {
  return sql`(unixepoch(${sql.ref(end)}) - unixepoch(${sql.ref(start)}))`
}

/** Adds an hour, by which Kinshasa is ahead of UTC. */
export function mondayOf(column: string): RawBuilder<string> {
  return sql`date(${sql.ref(column)}, '+1 hour', 'weekday 0', '-6 days')`
}
