import type { Transaction } from "#server/database/transaction.ts"
import { deleteUnusedImages } from "#server/storage/image-rows.ts"

/** Deletes messages with all that belongs to them; returns the photos whose files have to go as well. */
export async function deleteMessages(trx: Transaction, ids: readonly number[]): Promise<{ name: string }[]> {
  if (ids.length === 0) return []
  const photos = await trx.selectFrom("messagePhotos").select("image").where("messageId", "in", ids).execute()
  await trx.deleteFrom("messages").where("id", "in", ids).execute()
  return deleteUnusedImages(trx, [...new Set(photos.map(({ image }) => image))])
}
