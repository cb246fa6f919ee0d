import { inboxWrites, shownRows, type TextIndex, textIndexes, type WriteEvent } from "./0001-baseline-searched.ts"

/** Lists the statements for what SQLite does in a way of its own. */
export function createInSqlite(): string[] {
  return [
    ...coveringIndexes,
    ...textIndexes.flatMap(createTextIndex),
    ...projectCounts(),
    ...messageCounts(),
    ...Object.entries(inboxWrites).flatMap(([table, events]) => events.map((event) => inboxVersion(table, event))),
    ...Object.entries(shownRows).flatMap(([table, { events, isShown }]) =>
      events.map((event) => contentVersion(table, event, isShown)),
    ),
    "create trigger audit_is_final before update on audit begin select raise(abort, 'audit: rows are final'); end",
  ]
}

/**
 * One index for each order of a list. It contains all columns by which the list is searched and filtered, since SQLite
 * then reads no row; deleted rows are left out by a condition, whose equality it would take for a sign of few rows.
 */
const coveringIndexes = [
  `create index projects_by_age on projects (listed_at, id, name_folded, status_folded, sector_folded, state)
   where deleted_at is null`,
  `create index projects_by_name on projects (name_folded, id desc, status_folded, sector_folded, state, listed_at)
   where deleted_at is null`,
  `create index projects_by_sector_folded on projects
   (sector_folded, id desc, name_folded, status_folded, state, listed_at) where deleted_at is null`,
  `create index projects_by_status on projects (status_folded, id desc, name_folded, sector_folded, state, listed_at)
   where deleted_at is null`,
  // Matches of the text indexes are filtered and sorted by these.
  `create index projects_by_id on projects (id, listed_at, name_folded, status_folded, sector_folded, state)
   where deleted_at is null`,
  "create index messages_by_id on messages (id, created_at, state, sector) where deleted_at is null",
  "create index audit_by_id on audit (id, at)",
]

/**
 * A trigram index (FTS5) with triggers that maintain it, and the list of its terms. Two line feeds follow each text, so
 * that its last letters begin a trigram too.
 */
function createTextIndex({ index, table, columns, softDelete, isFinal }: TextIndex): string[] {
  const live = softDelete ? "new.deleted_at is null" : "true"
  const texts = columns.map((column) => `new.${column} || char(10, 10)`).join(", ")
  const compared = (row: string) =>
    [...columns, ...(softDelete ? ["deleted_at"] : [])].map((column) => `${row}.${column}`).join(", ")
  const insert = `insert into ${index} (rowid, ${columns.join(", ")}) select new.id, ${texts} where ${live};`
  const remove = `delete from ${index} where rowid = old.id;`
  return [
    `create virtual table ${index} using fts5(${columns.join(", ")}, content='', contentless_delete=1, tokenize='trigram')`,
    `create virtual table ${index}_terms using fts5vocab(${index}, instance)`,
    `create trigger ${index}_enter after insert on ${table} begin ${insert} end`,
    `create trigger ${index}_leave after delete on ${table} begin ${remove} end`,
    ...(isFinal
      ? []
      : [
          `create trigger ${index}_change after update on ${table} when (${compared("new")}) is not (${compared("old")})
           begin ${remove} ${insert} end`,
        ]),
  ]
}

/** Counts projects by sector, status (the empty text for none), state and the year in Kinshasa, an hour ahead of UTC. */
function projectCounts(): string[] {
  const keys = (row: string) =>
    `${row}.sector, coalesce(${row}.status, ''), ${row}.state, coalesce(strftime('%Y', ${row}.listed_at, '+1 hour'), '')`
  return countTriggers({
    counts: "project_counts",
    of: "projects",
    keyColumns: "sector, status, state, year",
    keys,
    readColumns: "sector, status, published_at, publish_at, deleted_at, created_at",
    isCounted: () => "true",
  })
}

/** Counts messages by folder, sector and whether they are unread, but for those of erased people. */
function messageCounts(): string[] {
  return countTriggers({
    counts: "message_counts",
    of: "messages",
    keyColumns: "state, sector, unread",
    keys: (row) =>
      `case when ${row}.deleted_at is null then ${row}.state else 'trashed' end, ${row}.sector, ${row}.read_at is null`,
    readColumns: "state, sector, read_at, deleted_at, erasure_batch",
    isCounted: (row) => `${row}.erasure_batch is null`,
  })
}

interface Counts {
  counts: string
  of: string
  keyColumns: string
  keys: (row: "new" | "old") => string
  /** The columns that the triggers read. */
  readColumns: string
  isCounted: (row: "new" | "old") => string
}

function countTriggers({ counts, of, keyColumns, keys, readColumns, isCounted }: Counts): string[] {
  const enter = `insert into ${counts} (${keyColumns}, count) select ${keys("new")}, 1 where ${isCounted("new")}
    on conflict (${keyColumns}) do update set count = count + 1;`
  const leave = `update ${counts} set count = count - 1 where (${keyColumns}) = (${keys("old")}) and ${isCounted("old")};`
  return [
    `create trigger ${counts}_enter after insert on ${of} begin ${enter} end`,
    `create trigger ${counts}_leave after delete on ${of} begin ${leave} end`,
    `create trigger ${counts}_change after update of ${readColumns} on ${of} begin ${leave} ${enter} end`,
  ]
}

function inboxVersion(table: string, event: WriteEvent): string {
  return `create trigger ${table}_version_${event} after ${event} on ${table}
    begin update message_version set version = version + 1; end`
}

function contentVersion(table: string, event: WriteEvent, isShown: (row: string) => string): string {
  const conditions = {
    insert: isShown("new"),
    update: `${isShown("old")} or ${isShown("new")}`,
    delete: isShown("old"),
  }
  return `create trigger ${table}_content_version_${event} after ${event} on ${table}
    when ${conditions[event]} begin update content_version set version = version + 1; end`
}
