import { columnTypes, executeAll, type MigrationDatabase } from "./ddl.ts"

/** A request has a day on which somebody wants to write again, and an outcome. */
export async function up(db: MigrationDatabase): Promise<void> {
  const { reference, text } = columnTypes(db)
  await executeAll(db, [
    `alter table messages add column follow_up_on ${text}`,
    `alter table messages add column follow_up_note ${text}`,
    `alter table messages add column outcome ${text} check (outcome in ('quoted', 'won', 'lost'))`,
    // A large integer, as a reference is on both engines.
    `alter table messages add column outcome_amount ${reference}`,
    `alter table messages add column outcome_reason ${text}`,
    `create index messages_to_follow_up on messages (follow_up_on, id, state, sector, assignee_id)
     where follow_up_on is not null and deleted_at is null`,
    `create index messages_of_outcome on messages (outcome, created_at, id)
     where outcome is not null and deleted_at is null`,
  ])
}
