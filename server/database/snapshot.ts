import { connectFile } from "./connect.ts"
import { copyRows } from "./copy-rows.ts"
import { isPostgres } from "./engine.ts"
import { copyDatabase, readSnapshot, type Snapshot } from "./sqlite/snapshot.ts"
import type { Database } from "./transaction.ts"

/** Copies the database as it is at this moment into a new SQLite file, while others write. */
export async function copyToFile(db: Database, file: string, advance: (rows: number) => void): Promise<Snapshot> {
  if (!isPostgres(db)) return copyDatabase(db, file)
  {
    await using copy = await connectFile(file)
    const moment = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only")
    await moment.execute((trx) => copyRows(trx, copy, advance))
  }
  return readSnapshot(file)
}
