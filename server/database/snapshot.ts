import type { Database } from "#server/database/core/database.ts"
import { isPostgres } from "#server/database/core/engine.ts"
import { connectFile } from "./connect.ts"
import { copyRows } from "./copy-rows.ts"
import { allowPauses } from "./postgres/copy.ts"
import type { Progress } from "./progress.ts"
import { readSnapshot, type Snapshot, vacuumInto } from "./sqlite/snapshot.ts"
import { retryWhileLocked } from "./transaction.ts"

/** Copies the database as it is at this moment into a new SQLite file; `begin` gets the number of parts to copy. */
export async function copyToFile(
  db: Database,
  file: string,
  begin: (total: number) => Progress = () => ({ advance() {} }),
): Promise<Snapshot> {
  if (!isPostgres(db)) {
    const { advance } = begin(1)
    advance(0)
    await retryWhileLocked(() => vacuumInto(db, file))
    advance(1)
  } else {
    await using copy = await connectFile(file)
    const moment = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only")
    await moment.execute(async (trx) => {
      await allowPauses(trx)
      await copyRows(trx, copy, begin)
    })
  }
  return readSnapshot(file)
}
