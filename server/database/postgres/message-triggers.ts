import { sql } from "kysely"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"

const keys = `case when deleted_at is null then state else 'trashed' end, sector, (read_at is null)::integer`

/** Each write to a message, its entries or its mails increments the inbox's version. */
const VERSIONED = ["messages", "message_entries", "outbox"]

/** Triggers run once per statement, since running for each row would leave a dead version of the counts for each. */
export async function createMessageTriggers(db: MigrationDatabase): Promise<void> {
  const statements = [
    `insert into message_counts (state, sector, unread, count) select ${keys}, count(*) from messages group by 1, 2, 3`,
    countFunction("true"),
    `create trigger message_counts_insert after insert on messages referencing new table as come
     for each statement execute function count_messages_by_state()`,
    `create trigger message_counts_delete after delete on messages referencing old table as gone
     for each statement execute function count_messages_by_state()`,
    `create trigger message_counts_update after update on messages referencing old table as gone new table as come
     for each statement execute function count_messages_by_state()`,
    `create trigger message_counts_truncate after truncate on messages
     for each statement execute function count_messages_by_state()`,
    `create function bump_message_version() returns trigger language plpgsql as $$
     begin update message_version set version = version + 1; return null; end $$`,
    ...VERSIONED.map(
      (table) => `create trigger ${table}_version after insert or update or delete or truncate on ${table}
        for each statement execute function bump_message_version()`,
    ),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Lets the counts leave out the messages of erased people. */
export async function leaveOutErasures(db: MigrationDatabase): Promise<void> {
  await sql.raw(countFunction("erasure_batch is null")).execute(db)
}

/** Counts the messages for which the condition holds. */
function countFunction(condition: string): string {
  return `create or replace function count_messages_by_state() returns trigger language plpgsql as $$
   begin
     if tg_op = 'TRUNCATE' then
       delete from message_counts;
       return null;
     end if;
     if tg_op <> 'INSERT' then
       insert into message_counts as counted (state, sector, unread, count)
       select ${keys}, -count(*) from gone where ${condition} group by 1, 2, 3
       on conflict (state, sector, unread) do update set count = counted.count + excluded.count;
     end if;
     if tg_op <> 'DELETE' then
       insert into message_counts as counted (state, sector, unread, count)
       select ${keys}, count(*) from come where ${condition} group by 1, 2, 3
       on conflict (state, sector, unread) do update set count = counted.count + excluded.count;
     end if;
     return null;
   end $$`
}
