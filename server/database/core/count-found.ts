import { type SelectQueryBuilder, sql } from "kysely"
import type { Database } from "./database.ts"

/** Counts the rows that a query finds. It must have no columns yet. */
export async function countFound<Tables, Table extends keyof Tables>(
  db: Database,
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const found = query.select(sql.lit(1).as("one")).as("found")
  const { count } = await db
    .selectFrom(found)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow()
  return count
}
