import { sql } from "kysely"
import type { MigrationDatabase, TextIndex } from "#server/database/core/migration-database.ts"
import { publicRowConditions } from "#server/database/core/public-row-conditions.ts"

/** ASCII's unit separator surrounds each text of a `search` column, so that no match spans two texts. */
export const SEPARATOR = "\x1f"

/** Adds a column `search` that contains the texts, with a trigram index (pg_trgm). */
export async function createTextIndex(db: MigrationDatabase, { index, table, columns, softDelete }: TextIndex) {
  const texts = columns.map((column) => `lower(coalesce(${column}, '')) || chr(${SEPARATOR.charCodeAt(0)})`)
  const live = softDelete ? "where deleted_at is null" : ""
  const statements = [
    "create extension if not exists pg_trgm",
    `alter table ${table} add column search text collate "C"
     generated always as (chr(${SEPARATOR.charCodeAt(0)}) || ${texts.join(" || ")}) stored`,
    `create index ${index} on ${table} using gin (search gin_trgm_ops) ${live}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export async function dropTextIndex(db: MigrationDatabase, { table }: TextIndex): Promise<void> {
  await sql.raw(`alter table ${table} drop column search`).execute(db)
}

/**
 * Creates indexes of all pairs of adjacent characters, which find texts of one and two characters, as these contain no
 * trigram. The separator splits pairs with it into single characters, which no search needs. The cost keeps PostgreSQL
 * from computing the pairs of every row.
 */
export async function createBigramIndexes(db: MigrationDatabase): Promise<void> {
  const pairs = (text: string) => `regexp_replace(${text}, '(..)', E'\\\\1\\x1f', 'g')`
  const statements = [
    `create function bigrams(content text) returns tsvector language plpgsql immutable strict parallel safe cost 10000 as $$
     begin
       return array_to_tsvector(array_remove(
         string_to_array(${pairs("content")} || E'\\x1f' || ${pairs("substr(content, 2)")}, E'\\x1f'), ''));
     end $$`,
    "create index project_bigrams on projects using gin (bigrams(search))",
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await createMessageBigramIndex(db)
}

export async function createMessageBigramIndex(db: MigrationDatabase): Promise<void> {
  await sql`create index message_bigrams on messages using gin (bigrams(search))`.execute(db)
}

export async function createAuditBigramIndex(db: MigrationDatabase): Promise<void> {
  await sql`create index audit_bigrams on audit using gin (bigrams(search))`.execute(db)
}

export async function rejectUpdates(db: MigrationDatabase, table: string): Promise<void> {
  const statements = [
    `create function reject_update_of_${table}() returns trigger language plpgsql as $$
     begin raise exception '${table}: rows are final'; end $$`,
    `create trigger ${table}_is_final before update on ${table}
     for each row execute function reject_update_of_${table}()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export async function createProjectCounts(db: MigrationDatabase): Promise<void> {
  const statements = [
    `insert into project_counts (sector, status, count)
     select sector, coalesce(status, ''), count(*) from projects where deleted_at is null group by 1, 2`,
    `create function count_projects() returns trigger language plpgsql as $$
     begin
       if tg_op = 'UPDATE' and (old.sector, old.status, old.deleted_at)
         is not distinct from (new.sector, new.status, new.deleted_at) then return null;
       end if;
       if tg_op <> 'INSERT' and old.deleted_at is null then
         update project_counts set count = count - 1
         where sector = old.sector and status = coalesce(old.status, '');
       end if;
       if tg_op <> 'DELETE' and new.deleted_at is null then
         insert into project_counts (sector, status, count) values (new.sector, coalesce(new.status, ''), 1)
         on conflict (sector, status) do update set count = project_counts.count + 1;
       end if;
       return null;
     end $$`,
    `create trigger project_counts after insert or delete or update on projects
     for each row execute function count_projects()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export async function dropProjectCounts(db: MigrationDatabase): Promise<void> {
  await sql`drop trigger project_counts on projects`.execute(db)
  await sql`drop function count_projects()`.execute(db)
  await db.schema.dropTable("project_counts").execute()
}

/** Returns the year as migration 0010 does, which is the empty text for a date in another format. */
function yearOfOwnFormat(date: string): string {
  return `case when ${date} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$'
    then to_char((${date}::timestamptz at time zone 'UTC') + interval '1 hour', 'YYYY') else '' end`
}

/** Returns the year in Kinshasa, an hour ahead of UTC, or the empty text for what is no date. */
function yearOf(date: string): string {
  return `coalesce(to_char(parse_time(${date}) + interval '1 hour', 'YYYY'), '')`
}

function countKeys(row: "old." | "new." | "", year = yearOf): string {
  return `${row}sector, coalesce(${row}status, ''), ${row}state, ${year(`${row}listed_at`)}`
}

export function insertProjectCounts(year = yearOf): string {
  return `insert into project_counts (sector, status, state, year, count)
    select ${countKeys("", year)}, count(*) from projects group by 1, 2, 3, 4`
}

function createCountFunction(year = yearOf): string {
  return `create or replace function count_projects() returns trigger language plpgsql as $$
     begin
       if tg_op = 'UPDATE' and (old.sector, old.status, old.state, old.listed_at)
         is not distinct from (new.sector, new.status, new.state, new.listed_at) then return null;
       end if;
       if tg_op <> 'INSERT' then
         update project_counts set count = count - 1 where (sector, status, state, year) = (${countKeys("old.", year)});
       end if;
       if tg_op <> 'DELETE' then
         insert into project_counts (sector, status, state, year, count) values (${countKeys("new.", year)}, 1)
         on conflict (sector, status, state, year) do update set count = project_counts.count + 1;
       end if;
       return null;
     end $$`
}

export async function createProjectCountsByState(db: MigrationDatabase): Promise<void> {
  const statements = [
    insertProjectCounts(yearOfOwnFormat),
    createCountFunction(yearOfOwnFormat),
    `create trigger project_counts after insert or delete or update on projects
     for each row execute function count_projects()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Reads a date in any usual format as SQLite does, in UTC; an invalid one is null, where a cast would fail. */
async function createParseTime(db: MigrationDatabase): Promise<void> {
  const day = "(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
  const time = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?"
  const offset = "[Zz]|[+-](0[0-9]|1[0-4]):[0-5][0-9]"
  const number = (pattern: string) => `coalesce(substring(content from '${pattern}'), '0')`
  const signed = `replace(${number("[+-][0-9]{2}:[0-9]{2}$")}, ':', '')::int`
  const statement = `create function parse_time(content text) returns timestamp
    language sql immutable parallel safe as $$
      select case when content ~ '^${day}([T ]${time} *(${offset})?)?$' then
        make_date(substr(content, 1, 4)::int, substr(content, 6, 2)::int, 1)
        + make_interval(
          days => substr(content, 9, 2)::int - 1,
          hours => ${number("^.{11}([0-9]{2})")}::int - ${signed} / 100,
          mins => ${number("^.{14}([0-9]{2})")}::int - ${signed} % 100,
          secs => ${number("^.{16}:([0-9]{2}([.][0-9]{1,3})?)")}::float8)
      end $$`
  await sql.raw(statement).execute(db)
}

export async function countYearsOfAnyForm(db: MigrationDatabase): Promise<void> {
  await createParseTime(db)
  for (const statement of [createCountFunction(), "delete from project_counts", insertProjectCounts()]) {
    await sql.raw(statement).execute(db)
  }
}

/** Triggers run once per statement, since running for each row would leave a dead version of the count for each. */
export async function createMessageCountTriggers(db: MigrationDatabase): Promise<void> {
  const statements = [
    `create function count_messages() returns trigger language plpgsql as $$
     begin
       if tg_op = 'INSERT' then update message_count set count = count + (select count(*) from changed);
       elsif tg_op = 'DELETE' then update message_count set count = count - (select count(*) from changed);
       else update message_count set count = 0;
       end if;
       return null;
     end $$`,
    `create trigger message_count_insert after insert on messages referencing new table as changed
     for each statement execute function count_messages()`,
    `create trigger message_count_delete after delete on messages referencing old table as changed
     for each statement execute function count_messages()`,
    `create trigger message_count_truncate after truncate on messages
     for each statement execute function count_messages()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export async function createContentVersionTriggers(db: MigrationDatabase, tables: readonly string[]): Promise<void> {
  const bump = `create or replace function bump_content_version() returns trigger language plpgsql as $$
    begin update content_version set version = version + 1; return null; end $$`
  await sql.raw(bump).execute(db)
  for (const table of tables) {
    const trigger = `create trigger ${table}_content_version after insert or update or delete or truncate on ${table}
      for each statement execute function bump_content_version()`
    await sql.raw(trigger).execute(db)
  }
}

export async function ignoreHiddenRows(
  db: MigrationDatabase,
  tables: readonly (keyof typeof publicRowConditions)[],
): Promise<void> {
  for (const table of tables) {
    const isShown = publicRowConditions[table]
    const bump = `bump_content_version_of_${table}()`
    const trigger = (event: string) => `create trigger ${table}_content_version_${event} after ${event} on ${table}`
    const statements = [
      `drop trigger ${table}_content_version on ${table}`,
      `create function ${bump} returns trigger language plpgsql as $$
       declare is_shown boolean;
       begin
         if tg_op = 'UPDATE' then
           is_shown := exists (select 1 from (table earlier union all table changed) as one where ${isShown("one")});
         else
           is_shown := exists (select 1 from changed as one where ${isShown("one")});
         end if;
         if is_shown then update content_version set version = version + 1; end if;
         return null;
       end $$`,
      `${trigger("insert")} referencing new table as changed for each statement execute function ${bump}`,
      `${trigger("update")} referencing old table as earlier new table as changed
       for each statement execute function ${bump}`,
      `${trigger("delete")} referencing old table as changed for each statement execute function ${bump}`,
      `${trigger("truncate")} for each statement execute function bump_content_version()`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}

/** Compares texts by their bytes, as SQLite does, since orders and pages must not depend on the server's locale. */
export async function compareTextsByBytes(db: MigrationDatabase): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and data_type = 'text' and collation_name is distinct from 'C'
  `.execute(db)
  for (const { table, column } of rows) {
    await sql.raw(`alter table ${table} alter column ${column} type text collate "C"`).execute(db)
  }
}
