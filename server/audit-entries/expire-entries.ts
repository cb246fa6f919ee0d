import { recordAudit, SYSTEM } from "#server/audit/audit-log.ts"
import { EXPIRE } from "#server/audit/verify-chain.ts"
import { AUDIT_MONTHS } from "#server/contract/audit-months.ts"
import { kinshasaDay, momentOf } from "#server/contract/kinshasa-time.ts"
import { type Database, inTransaction, type Transaction } from "#server/database/transaction.ts"

/** All other writes wait for one portion. */
const PORTION = 2000

/**
 * Deletes what is older than 24 months, from the beginning of the chain on. Whole days: each deletion is an entry itself,
 * and every hour's would make the log delete its own for ever.
 */
export async function expireEntries(db: Database, now: () => Date): Promise<void> {
  const before = monthsBefore(now(), AUDIT_MONTHS)
  for (;;) {
    const count = await inTransaction(db, (trx) => expirePortion(trx, before, now()))
    if (count < PORTION) return
  }
}

/** A clock that went back has later entries between older ones: those wait. */
async function expirePortion(trx: Transaction, before: string, now: Date): Promise<number> {
  const oldest = await trx.selectFrom("audit").select(["id", "at", "hash"]).orderBy("id").limit(PORTION).execute()
  const end = oldest.findIndex(({ at }) => at >= before)
  const expired = end === -1 ? oldest : oldest.slice(0, end)
  const last = expired.at(-1)
  if (!last) return 0
  await trx.deleteFrom("audit").where("id", "<=", last.id).execute()
  const details = { count: expired.length, lastId: last.id, lastHash: last.hash, before }
  await recordAudit(trx, { ...SYSTEM, action: EXPIRE, subject: "audit", subjectId: null, details }, now)
  return expired.length
}

/** The beginning of that day in Kinshasa. */
function monthsBefore(date: Date, months: number): string {
  const earlier = new Date(date)
  earlier.setUTCMonth(earlier.getUTCMonth() - months)
  return momentOf(`${kinshasaDay(earlier)}T00:00`).toISOString()
}
