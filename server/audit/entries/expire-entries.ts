import { about, recordAudit, SYSTEM } from "#server/audit/audit-log.ts"
import { EXPIRE } from "#server/audit/verify-chain.ts"
import { AUDIT_MONTHS } from "#server/contract/audit-months.ts"
import { kinshasaDay, monthsBefore, startOfKinshasaDay } from "#server/contract/kinshasa-time.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"

/** All other writes wait while one chunk of this size is deleted. */
const CHUNK_SIZE = 2000

/**
 * Deletes entries older than 24 months, oldest first. Deletes whole days: each deletion adds an entry, so that hourly
 * deletions would never end.
 */
export async function expireEntries(db: Database, now: () => Date): Promise<void> {
  const before = startOfKinshasaDay(kinshasaDay(monthsBefore(now(), AUDIT_MONTHS))).toISOString()
  for (;;) {
    const count = await inTransaction(db, (trx) => expireChunk(trx, before, now()))
    if (count < CHUNK_SIZE) return
  }
}

/** Stops at the first entry that is not old enough, since a clock may have been set back. */
async function expireChunk(trx: Transaction, before: string, now: Date): Promise<number> {
  const oldest = await trx.selectFrom("audit").select(["id", "at", "hash"]).orderBy("id").limit(CHUNK_SIZE).execute()
  const end = oldest.findIndex(({ at }) => at >= before)
  const expired = end === -1 ? oldest : oldest.slice(0, end)
  const last = expired.at(-1)
  if (!last) return 0
  await trx.deleteFrom("audit").where("id", "<=", last.id).execute()
  const details = { count: expired.length, lastId: last.id, lastHash: last.hash, before }
  await recordAudit(trx, { ...SYSTEM, action: EXPIRE, ...about("audit", null), details }, now)
  return expired.length
}
