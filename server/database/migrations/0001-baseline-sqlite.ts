import { inboxWrites, shownRows, type TextIndex, textIndexes, type WriteEvent } from "./0001-baseline-searched.ts"

/** Lists the statements for what SQLite does in a way of its own. */
export function createInSqlite(): string[] {
  return [
    ...coveringIndexes,
    ...textIndexes.flatMap(createTextIndex),
    ...createTriggers(),
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

/** A trigram index (FTS5), and the list of its terms. */
function createTextIndex({ index, columns }: TextIndex): string[] {
  return [
    `create virtual table ${index} using fts5(${columns.join(", ")}, content='', contentless_delete=1, tokenize='trigram')`,
    `create virtual table ${index}_terms using fts5vocab(${index}, instance)`,
  ]
}

/** What follows a write to a table, by event. */
type Followed = Partial<Record<WriteEvent, string>>

/** One trigger for each table and event, which maintains indexes, counts and versions. */
function createTriggers(): string[] {
  const followed: [table: string, Followed][] = [
    ...textIndexes.map((one): [string, Followed] => [one.table, followTexts(one)]),
    ["projects", followCounts(projectCounts)],
    ["messages", followCounts(messageCounts)],
    ...Object.entries(inboxWrites).map(([table, events]): [string, Followed] => [
      table,
      Object.fromEntries(events.map((event) => [event, "update message_version set version = version + 1;"])),
    ]),
    ...Object.entries(shownRows).map(([table, { events, isShown }]): [string, Followed] => {
      const shown = { insert: isShown("new"), update: `${isShown("old")} or ${isShown("new")}`, delete: isShown("old") }
      const bump = "update content_version set version = version + 1 where"
      return [table, Object.fromEntries(events.map((event) => [event, `${bump} ${shown[event]};`]))]
    }),
  ]
  const statements = new Map<string, string>()
  for (const [table, events] of followed) {
    for (const [event, statement] of Object.entries(events)) {
      const name = `${table}_${event} after ${event} on ${table}`
      statements.set(name, `${statements.get(name) ?? ""} ${statement}`)
    }
  }
  return Array.from(statements, ([name, all]) => `create trigger ${name} begin ${all} end`)
}

/** Two line feeds follow each text, so that its last letters begin a trigram too. */
function followTexts({ index, columns, softDelete, isFinal }: TextIndex): Followed {
  const texts = columns.map((column) => `new.${column} || char(10, 10)`).join(", ")
  const compared = (row: string) =>
    [...columns, ...(softDelete ? ["deleted_at"] : [])].map((column) => `${row}.${column}`).join(", ")
  const insert = `insert into ${index} (rowid, ${columns.join(", ")})
    select new.id, ${texts} where ${softDelete ? "new.deleted_at is null" : "true"}`
  const remove = `delete from ${index} where rowid = old.id`
  const isChanged = `(${compared("new")}) is not (${compared("old")})`
  return {
    insert: `${insert};`,
    delete: `${remove};`,
    ...(!isFinal && { update: `${remove} and ${isChanged}; ${insert} and ${isChanged};` }),
  }
}

interface Counts {
  counts: string
  columns: string
  keys: (row: string) => string
  isCounted: (row: string) => string
}

/** Counts projects by sector, status (the empty text for none), state and the year in Kinshasa, an hour ahead of UTC. */
const projectCounts: Counts = {
  counts: "project_counts",
  columns: "sector, status, state, year",
  keys: (row) =>
    `${row}.sector, coalesce(${row}.status, ''), ${row}.state, coalesce(strftime('%Y', ${row}.listed_at, '+1 hour'), '')`,
  isCounted: () => "true",
}

/** Counts messages by folder, sector and whether they are unread, but for those of erased people. */
const messageCounts: Counts = {
  counts: "message_counts",
  columns: "state, sector, unread",
  keys: (row) =>
    `case when ${row}.deleted_at is null then ${row}.state else 'trashed' end, ${row}.sector, ${row}.read_at is null`,
  isCounted: (row) => `${row}.erasure_batch is null`,
}

function followCounts({ counts, columns, keys, isCounted }: Counts): Followed {
  const enter = (isChanged: string) =>
    `insert into ${counts} (${columns}, count) select ${keys("new")}, 1 where ${isCounted("new")} and ${isChanged}
     on conflict (${columns}) do update set count = count + 1;`
  const leave = (isChanged: string) =>
    `update ${counts} set count = count - 1
     where (${columns}) = (${keys("old")}) and ${isCounted("old")} and ${isChanged};`
  const counted = (row: string) => `(${keys(row)}, ${isCounted(row)})`
  const isChanged = `${counted("new")} is not ${counted("old")}`
  return { insert: enter("true"), update: leave(isChanged) + enter(isChanged), delete: leave("true") }
}
