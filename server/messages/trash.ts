import { recordAudit } from "#server/audit/audit-log.ts"
import type { Transaction } from "#server/database/transaction.ts"
import type { ImageStorage } from "#server/storage/deletion.ts"
import { TRASH_MS } from "#server/storage/garbage-collection.ts"
import { deleteImages } from "#server/storage/image-rows.ts"
import { deleteMessages } from "./delete-messages.ts"

const PORTION = 200

/** Deletes the messages that have been in the trash for 30 days, with their photos. */
export async function emptyMessageTrash(storage: ImageStorage): Promise<void> {
  for (;;) {
    const { count, dropped } = await deleteImages(storage, (trx) => deletePortion(trx, storage.now()))
    if (count > 0) storage.log.info({ count, photos: dropped.length }, "messages deleted from the trash")
    if (count < PORTION) return
  }
}

async function deletePortion(trx: Transaction, now: Date) {
  const before = new Date(now.getTime() - TRASH_MS).toISOString()
  const rows = await trx
    .selectFrom("messages")
    .select("id")
    .where("deletedAt", "<", before)
    .orderBy("deletedAt")
    .limit(PORTION)
    .execute()
  const ids = rows.map(({ id }) => id)
  const dropped = await deleteMessages(trx, ids)
  if (ids.length > 0) {
    const details = { count: ids.length, photos: dropped.length }
    const entry = { accountId: null, action: "empty trash", subject: "message", subjectId: null, details } as const
    await recordAudit(trx, entry, now)
  }
  return { count: ids.length, dropped }
}
