import { sql } from "kysely"
import type { Database } from "./core/database.ts"
import { isPostgres } from "./core/engine.ts"

/** Whether a row has ever had that id, even if it was erased, since no id is used twice. */
export async function wasIssued(db: Database, table: "messages" | "projects", id: number): Promise<boolean> {
  const last = isPostgres(db)
    ? sql<{ last: number }>`select last_value as last from ${sql.table(`${table}_id_seq`)} where is_called`
    : sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${table}`
  const { rows } = await last.execute(db)
  return id <= Number(rows[0]?.last ?? 0)
}
