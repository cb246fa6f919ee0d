import { type CreateTableBuilder, sql } from "kysely"
import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase, TextIndex } from "#server/database/core/migration-database.ts"
import type { publicRowConditions } from "#server/database/core/public-row-conditions.ts"
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
      ? // It is as large as any id that a request can name.
        table.addColumn("id", "bigint", (column) => column.primaryKey().generatedByDefaultAsIdentity())
      : table.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
}

export function createTextIndex(db: MigrationDatabase, textIndex: TextIndex): Promise<void> {
  return (isPostgres(db) ? postgres : sqliteTextIndex).createTextIndex(db, textIndex)
}

export function dropTextIndex(db: MigrationDatabase, textIndex: TextIndex): Promise<void> {
  return (isPostgres(db) ? postgres : sqliteTextIndex).dropTextIndex(db, textIndex)
}

/** Counts live projects by sector and status (the empty text for none), and adds triggers that maintain the counts. */
export function createProjectCounts(db: MigrationDatabase): Promise<void> {
  return (isPostgres(db) ? postgres : sqliteCounts).createProjectCounts(db)
}

export function dropProjectCounts(db: MigrationDatabase): Promise<void> {
  return (isPostgres(db) ? postgres : sqliteCounts).dropProjectCounts(db)
}

/** Counts projects by sector, status, state and year, and adds triggers that maintain the counts. */
export function createProjectCountsByState(db: MigrationDatabase): Promise<void> {
  return (isPostgres(db) ? postgres : sqliteCounts).createProjectCountsByState(db)
}

/** Lets every insertion and deletion of messages change the count. */
export function createMessageCountTriggers(db: MigrationDatabase): Promise<void> {
  return (isPostgres(db) ? postgres : sqliteCounts).createMessageCountTriggers(db)
}

/** Counts messages by state, sector and whether they are read; adds triggers for the counts and the inbox's version. */
export function createMessageTriggers(db: MigrationDatabase): Promise<void> {
  return (isPostgres(db) ? postgresMessages : sqliteMessages).createMessageTriggers(db)
}

/** Lets the counts of messages leave out those of erased people. */
export function leaveOutErasures(db: MigrationDatabase): Promise<void> {
  return (isPostgres(db) ? postgresMessages : sqliteMessages).leaveOutErasures(db)
}

/** Lets every write to these tables increment the content version, whichever program makes it. */
export function createContentVersionTriggers(db: MigrationDatabase, tables: readonly string[]): Promise<void> {
  return (isPostgres(db) ? postgres : sqliteContentVersion).createContentVersionTriggers(db, tables)
}

/** Lets writes to rows that visitors do not see no longer increment the content version. */
export function ignoreHiddenRows(
  db: MigrationDatabase,
  tables: readonly (keyof typeof publicRowConditions)[],
): Promise<void> {
  return (isPostgres(db) ? postgres : sqliteContentVersion).ignoreHiddenRows(db, tables)
}

/** Rejects updates of the table's rows, whichever program tries; they can be inserted and deleted only. */
export function rejectUpdates(db: MigrationDatabase, table: string): Promise<void> {
  return isPostgres(db) ? postgres.rejectUpdates(db, table) : rejectUpdatesInSqlite(db, table)
}

/** Undoes `rejectUpdates`, for a migration that corrects rows. */
export async function allowUpdates(db: MigrationDatabase, table: string): Promise<void> {
  const statement = isPostgres(db)
    ? `drop function reject_update_of_${table} cascade`
    : `drop trigger ${table}_is_final`
  await sql.raw(statement).execute(db)
}
