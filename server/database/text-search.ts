import { type RawBuilder, sql } from "kysely"
import { COUNT_MAX } from "#server/contract/paging.ts"
import type { Database } from "#server/database/core/database.ts"
import { isPostgres } from "#server/database/core/engine.ts"
import { type Column, column, table } from "#server/database/core/names.ts"
import {
  type FoundIds,
  orderBy,
  type Page,
  readIds,
  reverse,
  type SearchedTable,
  type SearchedText,
  spellingsOf,
} from "#server/database/core/searched-table.ts"
import { postgresSearch, SEPARATOR } from "./postgres/text-search.ts"
import { sqliteSearch } from "./sqlite/text-search.ts"

/** Words beyond these change nothing of what is found. */
export const WORDS_MAX = 10

/** A page of a text that every twentieth row contains is full after this many rows. */
const FIRST_ROWS = 1000

/**
 * Finds what contains all the texts, of which there is at least one, among the rows for which the condition holds. A page
 * of a frequent one is read along the order, and a rare one is found by the index of texts, whose matches are sorted.
 */
export async function searchRows(
  db: Database,
  searched: SearchedTable,
  searches: readonly SearchedText[],
  condition: RawBuilder<unknown>,
  page: Page,
): Promise<FoundIds> {
  if (searches.some(isNowhere)) return { ids: [], found: 0, foundIsCapped: false }
  const engine = engineOf(db)
  const end = page.offset + page.limit
  const order = orderBy(page.order)
  const first = sql`(select * from ${table(searched.table)} where ${condition} order by ${order}
    limit ${Math.max(FIRST_ROWS, 2 * end)}) as ${table(searched.table)}`
  const inOrder = await readIds(db, sql`${first} where ${matchesTexts(db, searched, searches)} limit ${end}`)
  if (inOrder.length < end) {
    const matches = engine.matchesByIndex(searched, searches, condition)
    return pageOf(await readIds(db, sql`${matches} order by ${order} limit ${countedRows(page)}`), page)
  }
  const matches = engine.matches(searched, searches, condition)
  const { length } = await readIds(db, sql`${matches} limit ${countedRows(page)}`)
  return pageOf(inOrder, page, length)
}

/** Returns the SQL for whether a row contains all the texts. */
export function matchesTexts(
  db: Database,
  searched: SearchedTable,
  searches: readonly SearchedText[],
): RawBuilder<boolean> {
  if (searches.length === 0) return sql`true`
  if (searches.some(isNowhere)) return sql`false`
  return sql.join(
    searches.map((search) => engineOf(db).contains(searched, search)),
    sql` and `,
  ) as RawBuilder<boolean>
}

function engineOf(db: Database) {
  return isPostgres(db) ? postgresSearch : sqliteSearch
}

/** Nobody searches for NUL or for the separator of PostgreSQL's index. */
function isNowhere(search: SearchedText): boolean {
  return ["\0", SEPARATOR].some((character) => spellingsOf(search).some((text) => text.includes(character)))
}

/** Reads row by row along an order what no index finds; `source` is a table with its conditions. */
export async function scanRows(db: Database, source: RawBuilder<unknown>, page: Page): Promise<FoundIds> {
  return pageOf(await readIds(db, sql`${source} order by ${orderBy(page.order)} limit ${countedRows(page)}`), page)
}

/** Reads from the nearer end rows whose number is known, so that the last page costs as much as the first one. */
export async function listRows(
  db: Database,
  source: RawBuilder<unknown>,
  { order, offset, limit }: Page,
  found: number,
): Promise<FoundIds> {
  const read = (by: typeof order, skipped: number, rows: number) =>
    readIds(db, sql`${source} order by ${orderBy(by)} limit ${rows} offset ${skipped}`)
  const after = found - offset - limit
  const rows = Math.max(0, Math.min(limit, found - offset))
  const ids =
    offset <= after
      ? await read(order, offset, limit)
      : (await read(reverse(order), Math.max(0, after), rows)).reverse()
  return { ids, found, foundIsCapped: false }
}

/** Returns how many matches tell whether a page has a next one. */
function countedRows({ offset, limit }: Page): number {
  return Math.max(offset + limit, COUNT_MAX) + 1
}

function pageOf(ids: number[], page: Page, found = ids.length): FoundIds {
  const end = page.offset + page.limit
  const foundIsCapped = found >= countedRows(page)
  // A capped count is a lower bound by which the page has a next one.
  return {
    ids: ids.slice(page.offset, end),
    found: foundIsCapped ? Math.max(COUNT_MAX, end + 1) : found,
    foundIsCapped,
  }
}

/** Returns the column so that SQLite does not use its index; PostgreSQL decides by its statistics. */
export function unindexed(db: Database, name: Column): RawBuilder<unknown> {
  return isPostgres(db) ? column(name) : sql`+${column(name)}`
}
