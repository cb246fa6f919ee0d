import { columnTypes, executeAll, type MigrationDatabase } from "./ddl.ts"

/** Mails from senders join their requests: which ones have, how far the mailbox is read, and what they quote. */
export async function up(db: MigrationDatabase): Promise<void> {
  const { reference, text } = columnTypes(db)
  await executeAll(db, [
    `alter table message_entries add column quoted ${text}`,
    `create table incoming_mails (
      mail_hash ${text} primary key,
      message_id ${reference} not null references messages on delete cascade,
      at ${text} not null
    )`,
    "create index incoming_mails_by_message on incoming_mails (message_id)",
    `create table mailboxes (
      name_hash ${text} primary key,
      uid_validity ${text} not null,
      uid ${reference} not null,
      read_at ${text} not null
    )`,
  ])
}
