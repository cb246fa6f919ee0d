import type { Database } from "./core/database.ts"
import { isPostgres } from "./core/engine.ts"
import { nameInDatabase } from "./core/names.ts"
import type { Schema } from "./core/schema.ts"
import * as postgres from "./postgres/copy.ts"
import * as sqlite from "./sqlite/copy.ts"

/** Whether a row has ever had that id, even if it was erased, since no id is used twice. */
export async function wasIssued(db: Database, table: keyof Schema, id: number): Promise<boolean> {
  return id <= (await (isPostgres(db) ? postgres : sqlite).readLastId(db, nameInDatabase(table)))
}
