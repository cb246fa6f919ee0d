import { columnTypes, executeAll, type MigrationDatabase } from "./ddl.ts"

/** Answers and notes have files, whose bytes stand in parts as Base64. */
export async function up(db: MigrationDatabase): Promise<void> {
  const { key, reference, text } = columnTypes(db)
  await executeAll(db, [
    `create table message_attachments (
      id ${key},
      entry_id ${reference} references message_entries on delete cascade,
      account_id ${reference} references accounts on delete set null,
      name ${text} not null,
      type ${text} not null,
      bytes integer not null,
      created_at ${text} not null
    )`,
    "create index message_attachments_of_entry on message_attachments (entry_id) where entry_id is not null",
    "create index message_attachments_waiting on message_attachments (created_at) where entry_id is null",
    `create table message_attachment_parts (
      attachment_id ${reference} not null references message_attachments on delete cascade,
      position integer not null,
      content ${text} not null,
      primary key (attachment_id, position)
    )`,
  ])
}
