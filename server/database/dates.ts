import type { RawBuilder } from "kysely"
import type { Database } from "#server/database/core/database.ts"
import { isPostgres } from "#server/database/core/engine.ts"
import type { Column } from "#server/database/core/names.ts"
import * as postgres from "./postgres/dates.ts"
import * as sqlite from "./sqlite/dates.ts"

/** Returns the SQL for the whole seconds between two columns of times. */
export function secondsBetween(db: Database, start: Column, end: Column): RawBuilder<number> {
  return (isPostgres(db) ? postgres : sqlite).secondsBetween(start, end)
}

/** Returns the SQL for the first day of the week in Kinshasa, `YYYY-MM-DD`, of a column of times. */
export function mondayOf(db: Database, column: Column): RawBuilder<string> {
  return (isPostgres(db) ? postgres : sqlite).mondayOf(column)
}
