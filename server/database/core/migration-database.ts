import type { Migration } from "kysely/migration"

/** It is not typed by the schema, since a migration sees the tables as they were at its time. */
export type MigrationDatabase = Parameters<Migration["up"]>[0]

/** The names are those of the database. */
export interface TextIndex {
  index: string
  table: string
  /** These texts have no accents, and the index ignores case. No match spans two texts. */
  columns: readonly string[]
  /** Whether rows with a `deleted_at` are left out. */
  softDelete: boolean
}
