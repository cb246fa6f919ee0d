import type { Database, Transaction } from "#server/database/core/database.ts"
import type { Log } from "#server/log.ts"
import { databaseFailure } from "./failure.ts"
import { inTransaction } from "./transaction.ts"

const underWay = new Set<string>()

/** Writes what no response waits for. Tries once, one write per key at a time; if it fails, a later request writes. */
export function writeInBackground(
  { db, log }: { db: Database; log: Log },
  key: string,
  work: (trx: Transaction) => Promise<unknown>,
): void {
  if (underWay.has(key)) return
  underWay.add(key)
  inTransaction(db, work, { mayRetry: () => false })
    .catch((err) => {
      if (!databaseFailure(err)) log.warn({ task: "write in background", err }, "task failed")
    })
    .finally(() => underWay.delete(key))
}
