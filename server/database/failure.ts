import type { DatabaseFailure } from "#server/database/core/engine.ts"
import { postgresFailure } from "./postgres/failure.ts"
import { sqliteFailure } from "./sqlite/failure.ts"

/** What has failed outside of the program, whichever engine reports it. */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  return sqliteFailure(error) ?? postgresFailure(error)
}
