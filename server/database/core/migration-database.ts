import type { Migration } from "kysely/migration"

/** Not typed by the schema: a migration sees the tables as they were at its time. */
export type MigrationDatabase = Parameters<Migration["up"]>[0]

/** Names as in the database. */
export interface TextIndex {
  index: string
  table: string
  /** Texts without accents; the index ignores case. No match crosses from one to the next. */
  columns: readonly string[]
  /** Whether rows with a `deleted_at` are left out. */
  softDelete: boolean
}
