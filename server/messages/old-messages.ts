import { recordAudit } from "#server/audit/audit-log.ts"
import { inTransaction, type Transaction } from "#server/database/transaction.ts"
import { type ContentReader, readContent } from "#server/published-content/published.ts"

/** Messages that are deleted in one transaction: all other writes wait for it. */
const DELETED_AT_ONCE = 500

/** Deletes the messages that nobody has touched for as long as the settings keep them. */
export async function deleteOldMessages({ db, log, now }: ContentReader & { now: () => Date }): Promise<void> {
  const { keepMonths } = (await readContent({ db, log }, "parametres")).messages
  if (keepMonths === 0) return
  const before = monthsBefore(now(), keepMonths).toISOString()
  for (;;) {
    const count = await inTransaction(db, (trx) => deleteSome(trx, before, now()))
    if (count > 0) log.info({ count, before }, "old messages deleted")
    if (count < DELETED_AT_ONCE) return
  }
}

async function deleteSome(trx: Transaction, before: string, now: Date): Promise<number> {
  const old = trx
    .selectFrom("messages")
    .select("id")
    .where((row) => row.fn.coalesce("changedAt", "createdAt"), "<", before)
    .limit(DELETED_AT_ONCE)
  const { numDeletedRows } = await trx.deleteFrom("messages").where("id", "in", old).executeTakeFirstOrThrow()
  const count = Number(numDeletedRows)
  if (count > 0) {
    const details = { count, before }
    await recordAudit(trx, { accountId: null, action: "delete old", subject: "message", subjectId: null, details }, now)
  }
  return count
}

/** The last day of a shorter month stands for a day that it lacks. */
function monthsBefore(date: Date, months: number): Date {
  const earlier = new Date(date)
  earlier.setUTCMonth(earlier.getUTCMonth() - months)
  if (earlier.getUTCDate() !== date.getUTCDate()) earlier.setUTCDate(0)
  return earlier
}
