import { type Expression, type RawBuilder, sql } from "kysely"
import { COUNT_MAX, type FoundCount } from "#server/contract/paging.ts"
import type { Database } from "./database.ts"
import { type Column, column } from "./names.ts"
import type { Schema } from "./schema.ts"

export interface SearchedTable<Table extends keyof Schema = "projects" | "messages" | "audit"> {
  table: Table
  index: "projectSearch" | "messageSearch" | "auditSearch"
  columns: readonly Column<Table>[]
  /** The column that contains a sector, if any does. */
  sector?: Column<Table>
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
  /** The text is normalized for search; the empty text matches every row. */
  text: string
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

/** Returns the condition for rows whose sector has the text in another spelling alone. */
export function hasSector({ sector }: SearchedTable, { text, sectors }: SearchedText): RawBuilder<boolean>[] {
  const others = sectors.filter((one) => !one.includes(text))
  return sector && others.length > 0 ? [sql`${column(sector)} in (${sql.join(others)})`] : []
}

/** Returns the count if more than COUNT_MAX rows match: a lower bound by which the page has a next one. */
export function cappedCount(rows: number): FoundCount {
  return { found: Math.max(COUNT_MAX, rows), foundIsCapped: true }
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
