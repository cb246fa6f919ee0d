import type { DatabaseFailure } from "#server/database/core/engine.ts"
import { postgresFailure } from "./postgres/failure.ts"
import { sqliteFailure } from "./sqlite/failure.ts"

/** Returns the failure outside of the program that an error of either engine reports. */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  return sqliteFailure(error) ?? postgresFailure(error)
}
