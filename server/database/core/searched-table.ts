import { type RawBuilder, sql } from "kysely"
import { COUNT_MAX, type FoundCount } from "#server/contract/paging.ts"
import type { Database } from "./database.ts"

/** Names as in schema.ts. */
export interface SearchedTable {
  table: "projects" | "messages" | "audit"
  /** See migrations/ddl.ts. */
  index: "projectSearch" | "messageSearch" | "auditSearch"
  columns: readonly string[]
  /** The one of the columns that contains a sector, if any does. */
  sector?: string
  /** Whether rows with a `deletedAt` are left out. */
  softDelete: boolean
}

export type Order = readonly (readonly [column: string, direction: keyof typeof reversed])[]

/** Each is the way an index is read from its other end. */
const reversed = {
  asc: "desc",
  desc: "asc",
  "asc nulls first": "desc nulls last",
  "desc nulls last": "asc nulls first",
} as const

export interface TextSearch {
  /** Normalized for search; the empty text matches every row. */
  text: string
  /** Values of the sector's column whose other spellings contain the text. */
  sectors: readonly string[]
  /** Ends with the id, so that no two rows are equal. */
  order: Order
  offset: number
  limit: number
  /** A condition on each row, beside the text. */
  filter?: RawBuilder<unknown>
  /**
   * The number of rows that the filter leaves, or an upper bound of it: PostgreSQL weighs reading rows against an index by
   * it. It may be read beside the search.
   */
  total: number | Promise<number>
}

export interface SearchResult<Row> extends FoundCount {
  /** Of one page, in order. */
  rows: Row[]
}

/** The rows with these ids, in their order. It may run beside the count, so not in a transaction. */
export type ReadRows<Row> = (ids: number[]) => Promise<Row[]>

/** As a bigint: an id beyond 2^31 would fail against PostgreSQL's integer columns. */
export function asId(id: number): RawBuilder<number> {
  return sql`cast(${id} as bigint)`
}

/** The pattern of LIKE for texts that contain this one. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`
}

/**
 * Whether one of the columns contains the text, which is normalized for search, or another condition holds. The empty text
 * matches every row.
 */
export function containsText(
  text: string,
  columns: readonly RawBuilder<unknown>[],
  alternatives: readonly RawBuilder<unknown>[] = [],
): RawBuilder<boolean> {
  if (text === "") return sql`true`
  // No stored text has the character, and PostgreSQL rejects it.
  if (text.includes("\0")) return sql`false`
  const pattern = likePattern(text)
  const texts = columns.map((column) => sql`${column} like ${pattern} escape '\\'`)
  return sql`(${sql.join([...texts, ...alternatives], sql` or `)})`
}

/** The count where more than COUNT_MAX rows match: a lower bound that gives the page a next one. */
export function cappedCount(rows: number): FoundCount {
  return { found: Math.max(COUNT_MAX, rows), foundIsCapped: true }
}

export function notDeleted({ softDelete }: SearchedTable): RawBuilder<unknown> {
  return softDelete ? sql`${sql.ref("deletedAt")} is null` : sql`true`
}

export function searchCondition(searched: SearchedTable, { filter = sql`true` }: Pick<TextSearch, "filter">) {
  return sql`${notDeleted(searched)} and ${filter}`
}

/** A sign before each column keeps SQLite from following an index. */
export function orderBy(order: Order, sign: "" | "+" = ""): RawBuilder<unknown> {
  return sql.join(order.map(([column, direction]) => sql`${sql.raw(sign)}${sql.ref(column)} ${sql.raw(direction)}`))
}

export function reverse(order: Order): Order {
  return order.map(([column, direction]) => [column, reversed[direction]])
}

export async function readIds(db: Database, source: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${source}`.execute(db)
  return rows.map(({ id }) => id)
}
