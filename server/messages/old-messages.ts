import { inTransaction } from "#server/database/transaction.ts"
import { readContent } from "#server/published-content/published.ts"
import type { ImageStorage } from "#server/storage/deletion.ts"
import { deleteExpiredMessages } from "./delete-messages.ts"

/**
 * Deletes the messages that nobody has touched for as long as the settings keep them, with their photos, and verdicts
 * on senders that are as old.
 */
export async function deleteOldMessages(storage: ImageStorage): Promise<void> {
  const { db, log, now } = storage
  const { keepMonths } = (await readContent({ db, log }, "parametres")).messages
  if (keepMonths === 0) return
  const before = monthsBefore(now(), keepMonths).toISOString()
  await inTransaction(db, (trx) => trx.deleteFrom("senders").where("at", "<", before).execute())
  await deleteExpiredMessages(storage, {
    action: "delete old",
    before,
    find: (trx, limit) =>
      trx
        .selectFrom("messages")
        .select("id")
        .where((row) => row.fn.coalesce("changedAt", "createdAt"), "<", before)
        .limit(limit)
        .execute(),
  })
}

/** The last day of a shorter month stands for a day that it lacks. */
function monthsBefore(date: Date, months: number): Date {
  const earlier = new Date(date)
  earlier.setUTCMonth(earlier.getUTCMonth() - months)
  if (earlier.getUTCDate() !== date.getUTCDate()) earlier.setUTCDate(0)
  return earlier
}
