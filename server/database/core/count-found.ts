import type { SelectQueryBuilder } from "kysely"

/** Counts the rows that a query finds. It must have no columns yet. */
export async function countFound<Tables, Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const count = query.select((row) => row.fn.countAll().as("rows")).$castTo<{ rows: number }>()
  return (await count.executeTakeFirstOrThrow()).rows
}
