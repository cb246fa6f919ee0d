import { type Expression, type RawBuilder, sql } from "kysely"
import type { FoundCount } from "#server/contract/paging.ts"
import type { Database } from "./database.ts"
import { type Column, column, table } from "./names.ts"
import type { Schema } from "./schema.ts"

export interface SearchedTable<Table extends keyof Schema = "projects" | "messages" | "audit"> {
  table: Table
  index: "projectSearch" | "messageSearch" | "auditSearch"
  columns: readonly Column<Table>[]
  /** The column that contains a sector, if any does. */
  sector?: Column<Table>
  /** Rows of another table whose text belongs to a row's, too. */
  added?: { table: "messageEntries"; index: "messageEntrySearch"; column: Column; reference: Column }
}

export type Order = readonly (readonly [column: Column, direction: keyof typeof reversed])[]

/** An index is read in the reversed direction from its other end. */
const reversed = {
  asc: "desc",
  desc: "asc",
  "asc nulls first": "desc nulls last",
  "desc nulls last": "asc nulls first",
} as const

export interface SearchedText {
  /** The text is normalized for search and not empty. */
  text: string
  /** Another spelling, which matches too. */
  other?: string
  /** The values of the sector's column whose other spellings contain the text. */
  sectors: readonly string[]
}

export interface Page {
  /** The order ends with the id, so that no two rows are equal. */
  order: Order
  offset: number
  limit: number
}

export interface FoundIds extends FoundCount {
  /** The page's rows in order. */
  ids: number[]
}

export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`
}

/** Returns the SQL for whether a column contains the text, normalized for search, or an alternative holds. */
export function containsText(
  text: string,
  columns: readonly Expression<unknown>[],
  alternatives: readonly Expression<unknown>[] = [],
): RawBuilder<boolean> {
  if (text === "") return sql`true`
  // No stored text contains NUL, and PostgreSQL rejects it.
  if (text.includes("\0")) return sql`false`
  const pattern = likePattern(text)
  const texts = columns.map((searched) => sql`${searched} like ${pattern} escape '\\'`)
  return sql`(${sql.join([...texts, ...alternatives], sql` or `)})`
}

export function spellingsOf({ text, other }: SearchedText): string[] {
  return other === undefined || other === text ? [text] : [text, other]
}

/** Returns the SQL for whether a row contains the text, among these columns or in what was added to it. */
export function containsSearched(
  { table: name, added, ...searched }: SearchedTable,
  search: SearchedText,
  columns: readonly Expression<unknown>[],
): RawBuilder<boolean> {
  const found = spellingsOf(search).map((text) => {
    // PostgreSQL would answer EXISTS by reading the whole other table first.
    const isAdded =
      added &&
      sql`(select count(*) from ${table(added.table)}
      where ${column(added.reference)} = ${sql.ref(`${name}.id`)} and ${containsText(text, [column(added.column)])}) > 0`
    return containsText(text, columns, isAdded && [isAdded])
  })
  return sql`(${sql.join([...found, ...hasSector(searched, search)], sql` or `)})`
}

const TRIGRAM = 3

/** The indexes of trigrams find texts of at least three characters, others those of terms or pairs. */
export function isShort(text: string): boolean {
  return [...text].length < TRIGRAM
}

/**
 * Returns the texts whose matches are read from an index, in which the others are looked for row by row: all long ones, or
 * else the longest one.
 */
export function indexedTexts(
  searched: SearchedTable,
  searches: readonly SearchedText[],
): readonly [SearchedText, ...SearchedText[]] {
  const byLength = searches.toSorted((one, other) => other.text.length - one.text.length)
  const [first, ...others] = byLength.filter(
    (search) => !spellingsOf(search).some(isShort) && hasSector(searched, search).length === 0,
  )
  return first ? [first, ...others] : [byLength[0] as SearchedText]
}

/** Returns the condition for rows whose sector has the text in another spelling alone. */
export function hasSector(
  { sector }: Pick<SearchedTable, "sector">,
  { text, sectors }: SearchedText,
): RawBuilder<boolean>[] {
  const others = sectors.filter((one) => !one.includes(text))
  return sector && others.length > 0 ? [sql`${column(sector)} in (${sql.join(others)})`] : []
}

export function orderBy(order: Order): RawBuilder<unknown> {
  return sql.join(order.map(([name, direction]) => sql`${column(name)} ${sql.raw(direction)}`))
}

export function reverse(order: Order): Order {
  return order.map(([name, direction]) => [name, reversed[direction]])
}

export async function readIds(db: Database, source: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${source}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the rows in the order of the ids; ids that no row has are left out. */
export function inOrderOf<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
