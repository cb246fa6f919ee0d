import type { DatabaseFailure } from "#server/database/core/engine.ts"

/** Thrown if the server cannot be reached, or if the connection to it has broken. */
export class PostgresUnreachable extends Error {}

/** These are SQLSTATE codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const failures: [RegExp, DatabaseFailure][] = [
  // These are lock_not_available, serialization_failure and deadlock_detected.
  [/^(55P03|40001|40P01)$/, "locked"],
  // These are connections, logins, a missing database, shutdowns, too many connections, out of memory, and time-outs of
  // statements and of idle transactions.
  [/^(08...|28...|3D000|57P0.|53300|53200|57014|25P03)$/, "unavailable"],
  // These are disk_full and read_only_sql_transaction.
  [/^(53100|25006)$/, "full"],
  [/^23505$/, "duplicate"],
  // These are numeric_value_out_of_range and character_not_in_repertoire.
  [/^(22003|22021)$/, "invalid"],
]

export function postgresFailure(error: unknown): DatabaseFailure | undefined {
  if (error instanceof PostgresUnreachable) return "unavailable"
  if (!isFromServer(error)) return undefined
  return failures.find(([pattern]) => pattern.test(error.code))?.[1]
}

/** Whether PostgreSQL itself has sent the error, with its SQLSTATE, rather than the network. */
export function isFromServer(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "severity" in error && "code" in error && typeof error.code === "string"
}
