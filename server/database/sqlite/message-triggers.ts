import { sql } from "kysely"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"

function countKeys(row: "old." | "new." | ""): string {
  const folder = `case when ${row}deleted_at is null then ${row}state else 'trashed' end`
  return `${folder}, ${row}sector, ${row}read_at is null`
}

const VERSIONED = ["messages", "message_entries", "outbox"]

export async function createMessageTriggers(db: MigrationDatabase): Promise<void> {
  const statements = [
    `insert into message_counts (state, sector, unread, count)
     select ${countKeys("")}, count(*) from messages group by 1, 2, 3`,
    ...countTriggers(["state", "sector", "read_at", "deleted_at"], () => "true"),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  for (const table of VERSIONED) await createVersionTriggers(db, table)
}

/** Lets the counts leave out the messages of erased people. */
export async function leaveOutErasures(db: MigrationDatabase): Promise<void> {
  const columns = ["state", "sector", "read_at", "deleted_at", "erasure_batch"]
  const statements = [
    ...["enter", "leave", "change"].map((event) => `drop trigger message_counts_${event}`),
    ...countTriggers(columns, (row) => `${row}erasure_batch is null`),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Triggers that count the messages for which the condition holds, and which read no other columns than these. */
function countTriggers(columns: readonly string[], condition: (row: "old." | "new.") => string): string[] {
  const enter = `insert into message_counts (state, sector, unread, count)
    select ${countKeys("new.")}, 1 where ${condition("new.")}
    on conflict (state, sector, unread) do update set count = count + 1;`
  const leave = `update message_counts set count = count - 1
    where (state, sector, unread) = (${countKeys("old.")}) and ${condition("old.")};`
  return [
    `create trigger message_counts_enter after insert on messages begin ${enter} end`,
    `create trigger message_counts_leave after delete on messages begin ${leave} end`,
    `create trigger message_counts_change after update of ${columns.join(", ")} on messages begin ${leave} ${enter} end`,
  ]
}

/** Must be called again when a copy replaces the table, since SQLite drops triggers with their table. */
export async function createVersionTriggers(db: MigrationDatabase, table: string): Promise<void> {
  for (const event of ["insert", "update", "delete"]) {
    const trigger = `create trigger ${table}_version_${event} after ${event} on ${table}
      begin update message_version set version = version + 1; end`
    await sql.raw(trigger).execute(db)
  }
}
