import type { PushKind } from "#server/contract/push.ts"
import { rolesWith } from "#server/contract/rights.ts"
import type { Transaction } from "#server/database/core/database.ts"

interface PushedNews {
  kind: PushKind
  messageIds: readonly number[]
  /** Whom it concerns; null for everybody who may read requests. */
  accountId: number | null
}

/** Queues the news for each device. Must be called in the transaction that stores them. */
export async function enqueuePushes(
  trx: Transaction,
  { kind, messageIds, accountId }: PushedNews,
  due: Date,
): Promise<void> {
  const readers = trx
    .selectFrom("pushDevices")
    .innerJoin("accounts", "accounts.id", "pushDevices.accountId")
    .select("pushDevices.id")
    .where("role", "in", rolesWith("messages.read"))
    .where("disabledAt", "is", null)
  const devices = await (accountId === null ? readers : readers.where("accounts.id", "=", accountId)).execute()
  const nextAt = due.toISOString()
  const rows = devices.flatMap(({ id: deviceId }) =>
    messageIds.map((messageId) => ({ deviceId, messageId, kind, nextAt })),
  )
  for (let start = 0; start < rows.length; start += CHUNK_SIZE)
    await trx
      .insertInto("pushMessages")
      .values(rows.slice(start, start + CHUNK_SIZE))
      .execute()
}

const CHUNK_SIZE = 100
