import { columnTypes, executeAll, type MigrationDatabase } from "./ddl.ts"

/** What an account is told and how: its displayed name, its mails, and the devices that get push messages. */
export async function up(db: MigrationDatabase): Promise<void> {
  const { key, reference, text } = columnTypes(db)
  await executeAll(db, [
    `alter table accounts add column full_name ${text}`,
    `alter table accounts add column full_name_folded ${text}`,
    "alter table accounts add column mails_assignments integer not null default 1 check (mails_assignments in (0, 1))",
    "alter table accounts add column mails_digest integer not null default 1 check (mails_digest in (0, 1))",
    `create table push_devices (
      id ${key},
      account_id ${reference} not null references accounts on delete cascade,
      endpoint ${text} not null unique,
      public_key ${text} not null,
      auth_secret ${text} not null,
      name ${text} not null,
      created_at ${text} not null,
      reached_at ${text}
    )`,
    "create index push_devices_by_account on push_devices (account_id)",
    `create table push_messages (
      id ${key},
      device_id ${reference} not null references push_devices on delete cascade,
      message_id ${reference} not null references messages on delete cascade,
      kind ${text} not null,
      attempts integer not null default 0,
      next_at ${text} not null
    )`,
    "create index push_messages_by_turn on push_messages (next_at, id)",
    "create index push_messages_by_device on push_messages (device_id)",
    "create index push_messages_by_message on push_messages (message_id)",
  ])
}
