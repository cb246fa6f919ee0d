import { recordAudit } from "#server/audit/audit-log.ts"
import { TRASH_DAYS } from "#server/contract/trash.ts"
import { inTransaction, type Transaction } from "#server/database/transaction.ts"
import type { Context } from "#server/trpc/context.ts"

/** All other writes wait for one portion. */
const PORTION = 500

/** Deletes the messages that have been in the trash for 30 days. */
export async function emptyMessageTrash({ db, log, now }: Pick<Context, "db" | "log" | "now">): Promise<void> {
  const before = new Date(now().getTime() - TRASH_DAYS * 86_400_000).toISOString()
  for (;;) {
    const count = await inTransaction(db, (trx) => deletePortion(trx, before, now()))
    if (count > 0) log.info({ count }, "trash of messages emptied")
    if (count < PORTION) return
  }
}

async function deletePortion(trx: Transaction, before: string, now: Date): Promise<number> {
  const rows = await trx
    .selectFrom("messages")
    .select("id")
    .where("deletedAt", "<", before)
    .orderBy("deletedAt")
    .limit(PORTION)
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await trx.deleteFrom("messages").where("id", "in", ids).execute()
  const details = { count: ids.length, before }
  await recordAudit(trx, { accountId: null, action: "empty trash", subject: "message", subjectId: null, details }, now)
  return ids.length
}
