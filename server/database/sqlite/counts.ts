import { sql } from "kysely"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"

export async function createProjectCounts(db: MigrationDatabase): Promise<void> {
  const enter = `insert into project_counts (sector, status, count)
    select new.sector, coalesce(new.status, ''), 1 where new.deleted_at is null
    on conflict (sector, status) do update set count = count + 1;`
  const leave = `update project_counts set count = count - 1
    where sector = old.sector and status = coalesce(old.status, '') and old.deleted_at is null;`
  const statements = [
    `insert into project_counts (sector, status, count) select sector, coalesce(status, ''), count(*)
     from projects where deleted_at is null group by 1, 2`,
    `create trigger project_counts_enter after insert on projects begin ${enter} end`,
    `create trigger project_counts_leave after delete on projects begin ${leave} end`,
    `create trigger project_counts_change after update of sector, status, deleted_at on projects
     begin ${leave} ${enter} end`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export async function dropProjectCounts(db: MigrationDatabase): Promise<void> {
  for (const event of ["enter", "leave", "change"]) await sql.raw(`drop trigger project_counts_${event}`).execute(db)
  await db.schema.dropTable("project_counts").execute()
}

/** Counts by the year in Kinshasa, which is an hour ahead of UTC. */
export async function createProjectCountsByState(db: MigrationDatabase): Promise<void> {
  const keys = (row: string) =>
    [
      `${row}sector`,
      `coalesce(${row}status, '')`,
      `${row}state`,
      `coalesce(strftime('%Y', ${row}listed_at, '+1 hour'), '')`,
    ] as const
  const enter = `insert into project_counts (sector, status, state, year, count)
    select ${keys("new.").join(", ")}, 1 where true
    on conflict (sector, status, state, year) do update set count = count + 1;`
  const leave = `update project_counts set count = count - 1
    where (sector, status, state, year) = (${keys("old.").join(", ")});`
  const statements = [
    `insert into project_counts (sector, status, state, year, count)
     select ${keys("").join(", ")}, count(*) from projects group by 1, 2, 3, 4`,
    `create trigger project_counts_enter after insert on projects begin ${enter} end`,
    `create trigger project_counts_leave after delete on projects begin ${leave} end`,
    `create trigger project_counts_change
     after update of sector, status, published_at, publish_at, deleted_at, created_at on projects
     begin ${leave} ${enter} end`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export async function createMessageCountTriggers(db: MigrationDatabase): Promise<void> {
  for (const [event, change] of Object.entries({ insert: "+ 1", delete: "- 1" })) {
    const trigger = `create trigger message_count_${event} after ${event} on messages
      begin update message_count set count = count ${change}; end`
    await sql.raw(trigger).execute(db)
  }
}
