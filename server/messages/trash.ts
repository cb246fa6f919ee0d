import type { ImageStorage } from "#server/storage/deletion.ts"
import { TRASH_MS } from "#server/storage/garbage-collection.ts"
import { deleteExpiredMessages } from "./delete-messages.ts"

/** Deletes the messages that have been in the trash for 30 days, with their photos. */
export function emptyMessageTrash(storage: ImageStorage): Promise<void> {
  const before = new Date(storage.now().getTime() - TRASH_MS).toISOString()
  return deleteExpiredMessages(storage, {
    action: "empty trash",
    before,
    find: (trx, limit) =>
      trx
        .selectFrom("messages")
        .select("id")
        .where("deletedAt", "<", before)
        .orderBy("deletedAt")
        .limit(limit)
        .execute(),
  })
}
