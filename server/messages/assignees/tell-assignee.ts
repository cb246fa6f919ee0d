import { MINUTE_MS } from "#server/contract/durations.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { enqueueMail } from "#server/jobs/outbox.ts"
import { enqueuePushes } from "#server/jobs/push/enqueue-pushes.ts"
import type { Context } from "#server/trpc/context.ts"

/** A mail waits this long, so that an undo still stops it, and all chunks of a command come in one. The outbox polls. */
const DELAY_MS = MINUTE_MS

/** In this time the other chunks of a command follow, and most people notice a slip. */
const PUSH_DELAY_MS = 10_000

interface HandedOver {
  assigneeId: number | null
  /** Who hands over; nobody is told of what they have done themselves. */
  byId: number | null
  batchId: string
  messageIds: readonly number[]
}

/** Pushes what has been handed over to the person's devices, and queues one mail a command. */
export async function tellAssignee(
  trx: Transaction,
  { outbox, mailOrigin, now }: Pick<Context, "now"> & Partial<Pick<Context, "outbox" | "mailOrigin">>,
  { assigneeId, byId, batchId, messageIds }: HandedOver,
): Promise<void> {
  if (assigneeId === null || assigneeId === byId) return
  const soon = new Date(now().getTime() + PUSH_DELAY_MS)
  await enqueuePushes(trx, { kind: "assignment", messageIds, accountId: assigneeId }, soon)
  if (!outbox) return
  const account = await trx
    .selectFrom("accounts")
    .select("email")
    .where("id", "=", assigneeId)
    .where("mailsAssignments", "=", 1)
    .where("addressConfirmedAt", "is not", null)
    .executeTakeFirst()
  if (!account) return
  const mail = { kind: "assignment", recipient: account.email, detail: batchId } as const
  const queued = await trx
    .selectFrom("outbox")
    .select("id")
    .where("sentAt", "is", null)
    .where("kind", "=", mail.kind)
    .where("recipient", "=", mail.recipient)
    .where("detail", "=", batchId)
    .executeTakeFirst()
  if (!queued) await enqueueMail(trx, { ...mail, origin: mailOrigin ?? null }, new Date(now().getTime() + DELAY_MS))
}
