import { type RawBuilder, sql } from "kysely"
import type { Database } from "./transaction.ts"

/**
 * SQLite's own, as dialect.ts is. From three letters on the index of the migration 0002-search answers; it knows
 * nothing shorter, so that one or two letters are looked for in every row.
 */
const INDEXED_FROM = 3

/** How many steps along an order cost as much as a row read by its id: the orders of projects bear their texts. */
const STEPS_PER_ROW = { projects: 10, messages: 1 }

/** How many letters of a match the index compares while one row is looked at. */
const LETTERS_PER_ROW = { projects: 3, messages: 10 }

/** The newest rows tell how common a text is. */
const SAMPLE = 200

/** Names as in schema.ts. */
export interface Searched {
  table: "projects" | "messages"
  /** The FTS5 table. */
  index: "projectSearch" | "messageSearch"
  columns: readonly string[]
  /** The one of them that holds a sector. */
  sector: string
  /** Whether rows with a `deletedAt` stay out. */
  trash: boolean
}

export interface Wanted {
  /** What is looked for, folded; the empty text finds all. */
  text: string
  /** Sectors that the text finds by another spelling, as the sector's column holds them. */
  sectors: readonly string[]
  /** Down to the id, so that no two rows are equal. */
  order: readonly (readonly [column: string, direction: "asc" | "desc"])[]
  offset: number
  limit: number
  /** How many rows there are. */
  total: number
}

/** The ids of one page of what a search finds, in order, and how many it finds in all. */
export async function searchRows(
  db: Database,
  searched: Searched,
  wanted: Wanted,
): Promise<{ ids: number[]; found: number }> {
  const { text, offset, limit, total } = wanted
  if (text.includes("\0")) return { ids: [], found: 0 } // SQLite reads a pattern up to it
  const query = indexQuery(searched, wanted)
  if (text !== "" && (query === undefined || (await isCommon(db, searched, wanted)))) {
    return scanRows(db, searched, wanted)
  }
  const found = await countFound(db, searched, wanted, query)
  if (offset >= found) return { ids: [], found }
  // Few matches are read by their ids and sorted. Of many, the order is followed until the page is full.
  const steps = ((offset + limit) / found) * total
  if (query === undefined || found * STEPS_PER_ROW[searched.table] >= steps) {
    return { ids: await pageOf(db, searched, wanted, holding(searched, wanted)), found }
  }
  const index = sql.table(searched.index)
  const rows = sql`${sql.ref("id")} in (select rowid from ${index} where ${index} match ${query})`
  // The plus keeps SQLite from following the order all the same.
  return { ids: await pageOf(db, searched, wanted, rows, "+"), found }
}

/** Whether so many rows hold so long a text that to look at each row takes less time than to ask the index. */
async function isCommon(db: Database, searched: Searched, wanted: Wanted): Promise<boolean> {
  const letters = wanted.text.length - INDEXED_FROM + 1
  const most = LETTERS_PER_ROW[searched.table]
  if (letters <= most) return false
  const newest = sql`select * from ${sql.table(searched.table)} order by ${sql.ref("id")} desc limit ${SAMPLE}`
  const sample = sql<{ found: number }>`select count(*) as found from (${newest}) where ${holding(searched, wanted)}`
  const { rows } = await sample.execute(db)
  return ((rows[0]?.found ?? 0) / SAMPLE) * letters > most
}

/** Row by row; where the page is the last one, that tells how many there are, and the rows are not read again. */
async function scanRows(db: Database, searched: Searched, wanted: Wanted) {
  const { offset, limit } = wanted
  const ids = await pageOf(db, searched, wanted, holding(searched, wanted))
  const isLast = ids.length < limit && (ids.length > 0 || offset === 0)
  return { ids, found: isLast ? offset + ids.length : await countFound(db, searched, wanted, undefined) }
}

async function pageOf(
  db: Database,
  { table }: Searched,
  { order, offset, limit }: Wanted,
  rows: RawBuilder<unknown>,
  sign: "" | "+" = "",
): Promise<number[]> {
  const sorted = order.map(([column, way]) => sql`${sql.raw(sign)}${sql.ref(column)} ${sql.raw(way)}`)
  const page = await sql<{ id: number }>`select id from ${sql.table(table)} where ${rows}
    order by ${sql.join(sorted)} limit ${limit} offset ${offset}`.execute(db)
  return page.rows.map(({ id }) => id)
}

async function countFound(db: Database, searched: Searched, wanted: Wanted, query: string | undefined) {
  if (wanted.text === "") return wanted.total
  const counted = query
    ? sql`${sql.table(searched.index)} where ${sql.table(searched.index)} match ${query}`
    : sql`${sql.table(searched.table)} where ${holding(searched, wanted)}`
  const { rows } = await sql<{ found: number }>`select count(*) as found from ${counted}`.execute(db)
  return rows[0]?.found ?? 0
}

/** In FTS5's own language, every text in quotes; undefined when the text is too short for the index. */
function indexQuery({ sector }: Searched, { text, sectors }: Wanted): string | undefined {
  if ([...text].length < INDEXED_FROM) return
  const column = sector.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  // A sector whose own name holds the text is found by it already. How it begins tells it from the others, and each
  // further letter would take its time.
  const others = sectors
    .filter((name) => !name.includes(text))
    .map((name) => `${column} : ^ ${quoted(name.slice(0, INDEXED_FROM))}`)
  return [quoted(text), ...others].join(" OR ")
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

function holding({ columns, sector, trash }: Searched, { text, sectors }: Wanted) {
  const live = trash ? sql`${sql.ref("deletedAt")} is null` : sql`true`
  if (text === "") return live
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`
  const alternatives = columns.map((column) => sql`${sql.ref(column)} like ${pattern} escape '\\'`)
  if (sectors.length > 0) alternatives.push(sql`${sql.ref(sector)} in (${sql.join(sectors)})`)
  return sql`${live} and (${sql.join(alternatives, sql` or `)})`
}
