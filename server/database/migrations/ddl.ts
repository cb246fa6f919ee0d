import type { CreateTableBuilder } from "kysely"
import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase, TextIndex } from "#server/database/core/migration-database.ts"
import * as postgres from "#server/database/postgres/ddl.ts"
import * as postgresMessages from "#server/database/postgres/message-triggers.ts"
import * as sqliteContentVersion from "#server/database/sqlite/content-version-triggers.ts"
import * as sqliteCounts from "#server/database/sqlite/counts.ts"
import { rejectUpdates as rejectUpdatesInSqlite } from "#server/database/sqlite/final-rows.ts"
import * as sqliteMessages from "#server/database/sqlite/message-triggers.ts"
import * as sqliteTextIndex from "#server/database/sqlite/text-index.ts"

/** Adds an integer key `id` that is never reused. */
export function addKey(db: MigrationDatabase) {
  return <Table extends string>(table: CreateTableBuilder<Table, never>): CreateTableBuilder<Table, never> =>
    isPostgres(db)
      ? // As large as any id that a request can name.
        table.addColumn("id", "bigint", (column) => column.primaryKey().generatedByDefaultAsIdentity())
      : table.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
}

export function createTextIndex(db: MigrationDatabase, textIndex: TextIndex): Promise<void> {
  return (isPostgres(db) ? postgres : sqliteTextIndex).createTextIndex(db, textIndex)
}

export function dropTextIndex(db: MigrationDatabase, textIndex: TextIndex): Promise<void> {
  return (isPostgres(db) ? postgres : sqliteTextIndex).dropTextIndex(db, textIndex)
}

/** The number of live projects of each sector and status (the empty text for none), maintained by triggers. */
export function createProjectCounts(db: MigrationDatabase): Promise<void> {
  return (isPostgres(db) ? postgres : sqliteCounts).createProjectCounts(db)
}

export function dropProjectCounts(db: MigrationDatabase): Promise<void> {
  return (isPostgres(db) ? postgres : sqliteCounts).dropProjectCounts(db)
}

/** The number of projects of each sector, status, state and year, maintained by triggers. */
export function createProjectCountsByState(db: MigrationDatabase): Promise<void> {
  return (isPostgres(db) ? postgres : sqliteCounts).createProjectCountsByState(db)
}

/** Every insertion and deletion of messages changes the count. */
export function createMessageCountTriggers(db: MigrationDatabase): Promise<void> {
  return (isPostgres(db) ? postgres : sqliteCounts).createMessageCountTriggers(db)
}

/** The number of messages of each state and sector, read or unread, and the version of the inbox, maintained by triggers. */
export function createMessageTriggers(db: MigrationDatabase): Promise<void> {
  return (isPostgres(db) ? postgresMessages : sqliteMessages).createMessageTriggers(db)
}

/** Every write to these tables increments the content version, whichever program it comes from. */
export function createContentVersionTriggers(db: MigrationDatabase, tables: readonly string[]): Promise<void> {
  return (isPostgres(db) ? postgres : sqliteContentVersion).createContentVersionTriggers(db, tables)
}

/** Writes to projects and pictures that visitors do not see increment the content version no more. */
export function ignoreHiddenRows(db: MigrationDatabase): Promise<void> {
  return (isPostgres(db) ? postgres : sqliteContentVersion).ignoreHiddenRows(db)
}

/** Rows of that table are inserted and deleted, never updated, whichever program tries. */
export function rejectUpdates(db: MigrationDatabase, table: string): Promise<void> {
  return isPostgres(db) ? postgres.rejectUpdates(db, table) : rejectUpdatesInSqlite(db, table)
}
