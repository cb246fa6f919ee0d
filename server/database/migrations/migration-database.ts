import type { Migration } from "kysely/migration"

/** Not typed by the schema: a migration sees the tables as they were at its time. */
export type MigrationDatabase = Parameters<Migration["up"]>[0]
