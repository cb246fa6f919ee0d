import { recordAudit } from "#server/audit/audit-log.ts"
import { inTransaction, type Transaction } from "#server/database/transaction.ts"
import { readContent } from "#server/published-content/published.ts"
import type { ImageStorage } from "#server/storage/deletion.ts"
import { deleteImages } from "#server/storage/image-rows.ts"
import { deleteMessages } from "./delete-messages.ts"

/** Messages that are deleted in one transaction: all other writes wait for it. */
const DELETED_AT_ONCE = 500

/**
 * Deletes the messages that nobody has touched for as long as the settings keep them, with their photos, and what was
 * learnt of senders before.
 */
export async function deleteOldMessages(storage: ImageStorage): Promise<void> {
  const { db, log, now } = storage
  const { keepMonths } = (await readContent({ db, log }, "parametres")).messages
  if (keepMonths === 0) return
  const before = monthsBefore(now(), keepMonths).toISOString()
  await inTransaction(db, (trx) => trx.deleteFrom("senders").where("at", "<", before).execute())
  for (;;) {
    const { count, dropped } = await deleteImages(storage, (trx) => deleteSome(trx, before, now()))
    if (count > 0) log.info({ count, photos: dropped.length, before }, "old messages deleted")
    if (count < DELETED_AT_ONCE) return
  }
}

async function deleteSome(trx: Transaction, before: string, now: Date) {
  const old = await trx
    .selectFrom("messages")
    .select("id")
    .where((row) => row.fn.coalesce("changedAt", "createdAt"), "<", before)
    .limit(DELETED_AT_ONCE)
    .execute()
  const count = old.length
  const dropped = await deleteMessages(
    trx,
    old.map(({ id }) => id),
  )
  if (count > 0) {
    const details = { count, photos: dropped.length, before }
    await recordAudit(trx, { accountId: null, action: "delete old", subject: "message", subjectId: null, details }, now)
  }
  return { count, dropped }
}

/** The last day of a shorter month stands for a day that it lacks. */
function monthsBefore(date: Date, months: number): Date {
  const earlier = new Date(date)
  earlier.setUTCMonth(earlier.getUTCMonth() - months)
  if (earlier.getUTCDate() !== date.getUTCDate()) earlier.setUTCDate(0)
  return earlier
}
