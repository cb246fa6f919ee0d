import { type RawBuilder, sql } from "kysely"
import { COUNT_MAX } from "#server/contract/paging.ts"
import {
  cappedCount,
  containing,
  isLive,
  type SearchedTable,
  type SearchResult,
  type TextSearch,
} from "#server/database/searched-table.ts"
import type { Database } from "#server/database/transaction.ts"
import { SEPARATOR } from "./ddl.ts"

/** PostgreSQL chooses by itself between the trigram index and a walk along the order that ends early. */
export async function searchPostgres(db: Database, searched: SearchedTable, search: TextSearch): Promise<SearchResult> {
  const { text, offset, limit, total } = search
  const rows = sql`${sql.table(searched.table)} where ${isLive(searched)} and ${matches(search)}`
  const page = await sql<{ id: number }>`
    select id from ${rows} order by ${orderBy(search.order)} limit ${limit} offset ${offset}
  `.execute(db)
  const ids = page.rows.map(({ id }) => id)
  if (text === "") return { ids, found: total, foundIsCapped: false }
  const needed = Math.max(offset + limit, COUNT_MAX) + 1
  const counted = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${rows} limit ${needed}) as counted
  `.execute(db)
  const found = counted.rows[0]?.count ?? 0
  return { ids, ...(found === needed ? cappedCount(offset + limit + 1) : { found, foundIsCapped: false }) }
}

function matches({ text, sectors }: TextSearch): RawBuilder<unknown> {
  if (text === "") return sql`true`
  const patterns = [text, ...sectors.map((sector) => SEPARATOR + sector.toLowerCase() + SEPARATOR)].map(containing)
  const alternatives = patterns.map((pattern) => sql`search like ${pattern}`)
  return sql`(${sql.join(alternatives, sql` or `)})`
}

function orderBy(order: TextSearch["order"]) {
  return sql.join(order.map(([column, direction]) => sql`${sql.ref(column)} ${sql.raw(direction)}`))
}
