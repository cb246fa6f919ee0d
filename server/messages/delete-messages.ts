import { about, recordAudit, SYSTEM } from "#server/audit/audit-log.ts"
import { readContent } from "#server/content/published/published.ts"
import type { AuditAction } from "#server/contract/audit-kinds.ts"
import { monthsBefore } from "#server/contract/kinshasa-time.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import type { ImageContext } from "#server/images/store/deletion.ts"
import { deleteImages, deleteUnusedImages } from "#server/images/store/image-rows.ts"
import { TRASH_MS } from "#server/jobs/garbage-collection.ts"

/** One transaction deletes this many messages, and all other writes wait for it. */
const CHUNK_SIZE = 50

/** Deletes messages with all that belongs to them; returns the pictures whose files must be deleted too. */
export async function deleteMessages(trx: Transaction, ids: readonly number[]): Promise<{ name: string }[]> {
  if (ids.length === 0) return []
  const pictures = await trx.selectFrom("messagePhotos").select("image").where("messageId", "in", ids).execute()
  await trx.deleteFrom("messages").where("id", "in", ids).execute()
  return deleteUnusedImages(trx, [...new Set(pictures.map(({ image }) => image))])
}

async function listReferences(trx: Transaction, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await trx.selectFrom("messages").select("reference").where("id", "in", ids).orderBy("id").execute()
  return rows.flatMap(({ reference }) => reference ?? [])
}

interface Expiry {
  /** The action's name in the audit log and in the program's log. */
  action: AuditAction
  /** ISO 8601. Messages that expired earlier are deleted. */
  before: string
  find: (trx: Transaction, limit: number) => Promise<{ id: number }[]>
  remove?: typeof deleteMessages
}

/** Deletes all messages that `find` selects, with their pictures, and records their number in the audit log. */
export async function deleteExpiredMessages(
  ctx: ImageContext,
  { action, before, find, remove = deleteMessages }: Expiry,
): Promise<void> {
  const { log, now } = ctx
  async function deleteChunk(trx: Transaction) {
    const ids = (await find(trx, CHUNK_SIZE)).map(({ id }) => id)
    const count = ids.length
    const references = await listReferences(trx, ids)
    const dropped = await remove(trx, ids)
    const details = { count, photos: dropped.length, before }
    const entry = { ...SYSTEM, action, ...about("message", null), details: { ...details, references } }
    if (count > 0) await recordAudit(trx, entry, now())
    return { details, dropped }
  }
  for (;;) {
    const { details } = await deleteImages(ctx, deleteChunk)
    if (details.count > 0) log.info({ action, ...details }, "messages deleted")
    if (details.count < CHUNK_SIZE) return
  }
}

export function emptyMessageTrash(ctx: ImageContext): Promise<void> {
  const before = new Date(ctx.now().getTime() - TRASH_MS).toISOString()
  return deleteExpiredMessages(ctx, {
    action: "empty trash",
    before,
    find: (trx, limit) =>
      trx
        .selectFrom("messages")
        .select("id")
        .where("deletedAt", "<", before)
        .where("erasureBatch", "is", null)
        .orderBy("deletedAt")
        .limit(limit)
        .execute(),
  })
}

/** Deletes messages, with their pictures, and verdicts on senders unchanged for as long as the settings say. */
export async function deleteOldMessages(ctx: ImageContext): Promise<void> {
  const { db, log, now } = ctx
  const { keepMonths } = (await readContent({ db, log }, "parametres")).messages
  if (keepMonths === 0) return
  const before = monthsBefore(now(), keepMonths).toISOString()
  await inTransaction(db, (trx) => trx.deleteFrom("senders").where("at", "<", before).execute())
  await deleteExpiredMessages(ctx, {
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
