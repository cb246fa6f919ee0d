import { inboxWrites, shownRows, type TextIndex, textIndexes } from "./0001-baseline-searched.ts"

/** Lists the statements for what PostgreSQL does in a way of its own. */
export function createInPostgres(): string[] {
  return [
    "create extension if not exists pg_trgm",
    ...orderIndexes,
    bigrams,
    ...textIndexes.flatMap(createTextIndex),
    parseTime,
    ...projectCounts,
    ...messageCounts,
    ...inboxVersion,
    ...contentVersion(),
    `create function reject_update_of_audit() returns trigger language plpgsql as $$
     begin raise exception 'audit: rows are final'; end $$`,
    `create trigger audit_is_final before update on audit
     for each row execute function reject_update_of_audit()`,
  ]
}

/** One index for each order of a list, without the columns of SQLite's, since PostgreSQL reads whole rows anyway. */
const orderIndexes = [
  "create index projects_by_age on projects (listed_at, id) where deleted_at is null",
  "create index projects_by_name on projects (name_folded, id desc) where deleted_at is null",
  "create index projects_by_sector_folded on projects (sector_folded, id desc) where deleted_at is null",
  "create index projects_by_status on projects (status_folded nulls first, id desc) where deleted_at is null",
]

/** ASCII's unit separator surrounds each text of a `search` column, so that no match spans two texts. */
const SEPARATOR = "chr(31)"

/**
 * Returns all pairs of adjacent characters, which find texts of one and two characters, as these contain no trigram. The
 * separator splits pairs with it into single characters, which no search needs. The cost keeps PostgreSQL from computing
 * the pairs of every row.
 */
const bigrams = `create function bigrams(content text) returns tsvector
  language plpgsql immutable strict parallel safe cost 10000 as $$
  begin
    return array_to_tsvector(array_remove(string_to_array(
      regexp_replace(content, '(..)', E'\\\\1\\x1f', 'g') || E'\\x1f' ||
      regexp_replace(substr(content, 2), '(..)', E'\\\\1\\x1f', 'g'), E'\\x1f'), ''));
  end $$`

/** A column `search` that contains the texts, with an index of its trigrams and one of its pairs. */
function createTextIndex({ index, table, columns, softDelete }: TextIndex): string[] {
  const texts = columns.map((column) => `lower(coalesce(${column}, '')) || ${SEPARATOR}`)
  const live = softDelete ? "where deleted_at is null" : ""
  return [
    `alter table ${table} add column search text collate "C"
     generated always as (${SEPARATOR} || ${texts.join(" || ")}) stored`,
    `create index ${index} on ${table} using gin (search gin_trgm_ops) ${live}`,
    `create index ${index.replace("search", "bigrams")} on ${table} using gin (bigrams(search))`,
  ]
}

const DAY = "(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
const TIME = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?"
const OFFSET = "[Zz]|[+-](0[0-9]|1[0-4]):[0-5][0-9]"

function number(pattern: string): string {
  return `coalesce(substring(content from '${pattern}'), '0')`
}

const signedOffset = `replace(${number("[+-][0-9]{2}:[0-9]{2}$")}, ':', '')::int`

/** Reads a date in any usual format as SQLite does, in UTC; an invalid one is null, where a cast would fail. */
const parseTime = `create function parse_time(content text) returns timestamp
  language sql immutable parallel safe as $$
    select case when content ~ '^${DAY}([T ]${TIME} *(${OFFSET})?)?$' then
      make_date(substr(content, 1, 4)::int, substr(content, 6, 2)::int, 1)
      + make_interval(
        days => substr(content, 9, 2)::int - 1,
        hours => ${number("^.{11}([0-9]{2})")}::int - ${signedOffset} / 100,
        mins => ${number("^.{14}([0-9]{2})")}::int - ${signedOffset} % 100,
        secs => ${number("^.{16}:([0-9]{2}([.][0-9]{1,3})?)")}::float8)
    end $$`

/** Counts projects by sector, status (the empty text for none), state and the year in Kinshasa, an hour ahead of UTC. */
const projectCounts = [
  `create function count_projects() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' and (old.sector, old.status, old.state, old.listed_at)
       is not distinct from (new.sector, new.status, new.state, new.listed_at) then return null;
     end if;
     if tg_op <> 'INSERT' then
       update project_counts set count = count - 1 where (sector, status, state, year) = (${projectKeys("old")});
     end if;
     if tg_op <> 'DELETE' then
       insert into project_counts (sector, status, state, year, count) values (${projectKeys("new")}, 1)
       on conflict (sector, status, state, year) do update set count = project_counts.count + 1;
     end if;
     return null;
   end $$`,
  `create trigger project_counts after insert or delete or update on projects
   for each row execute function count_projects()`,
]

function projectKeys(row: string): string {
  const year = `coalesce(to_char(parse_time(${row}.listed_at) + interval '1 hour', 'YYYY'), '')`
  return `${row}.sector, coalesce(${row}.status, ''), ${row}.state, ${year}`
}

const messageKeys = `case when deleted_at is null then state else 'trashed' end, sector, (read_at is null)::integer`

/**
 * Counts messages by folder, sector and whether they are unread, but for those of erased people. Triggers run once per
 * statement, since running for each row would leave a dead version of the counts for each.
 */
const messageCounts = [
  `create function count_messages_by_state() returns trigger language plpgsql as $$
   begin
     if tg_op = 'TRUNCATE' then
       delete from message_counts;
       return null;
     end if;
     if tg_op <> 'INSERT' then
       insert into message_counts as counted (state, sector, unread, count)
       select ${messageKeys}, -count(*) from gone where erasure_batch is null group by 1, 2, 3
       on conflict (state, sector, unread) do update set count = counted.count + excluded.count;
     end if;
     if tg_op <> 'DELETE' then
       insert into message_counts as counted (state, sector, unread, count)
       select ${messageKeys}, count(*) from come where erasure_batch is null group by 1, 2, 3
       on conflict (state, sector, unread) do update set count = counted.count + excluded.count;
     end if;
     return null;
   end $$`,
  ...Object.entries({
    insert: "referencing new table as come",
    delete: "referencing old table as gone",
    update: "referencing old table as gone new table as come",
    truncate: "",
  }).map(
    ([event, rows]) => `create trigger message_counts_${event} after ${event} on messages ${rows}
      for each statement execute function count_messages_by_state()`,
  ),
]

const inboxVersion = [
  `create function bump_message_version() returns trigger language plpgsql as $$
   begin update message_version set version = version + 1; return null; end $$`,
  ...Object.entries(inboxWrites).map(
    ([table, events]) => `create trigger ${table}_version after ${events.join(" or ")} or truncate on ${table}
      for each statement execute function bump_message_version()`,
  ),
]

const changedRows = {
  insert: "referencing new table as changed",
  update: "referencing old table as earlier new table as changed",
  delete: "referencing old table as changed",
}

function contentVersion(): string[] {
  return [
    `create function bump_content_version() returns trigger language plpgsql as $$
     begin update content_version set version = version + 1; return null; end $$`,
    ...Object.entries(shownRows).flatMap(([table, { events, isShown }]) => [
      `create function bump_content_version_of_${table}() returns trigger language plpgsql as $$
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
      ...events.map(
        (event) => `create trigger ${table}_content_version_${event} after ${event} on ${table} ${changedRows[event]}
          for each statement execute function bump_content_version_of_${table}()`,
      ),
      `create trigger ${table}_content_version_truncate after truncate on ${table}
       for each statement execute function bump_content_version()`,
    ]),
  ]
}
