import { MINUTE_MS } from "#server/contract/durations.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { enqueueMail } from "#server/jobs/outbox.ts"
import type { Context } from "#server/trpc/context.ts"

/** A mail waits this long, so that an undo still stops it, and all chunks of a command come in one. The outbox polls. */
const DELAY_MS = MINUTE_MS

interface HandedOver {
  assigneeId: number | null
  /** Who hands over; nobody is told of what they have done themselves. */
  byId: number | null
  batchId: string
}

/** Queues one mail for each command, whose delivery lists what the person then still has of it. */
export async function tellAssignee(
  trx: Transaction,
  { outbox, mailOrigin, now }: Pick<Context, "now"> & Partial<Pick<Context, "outbox" | "mailOrigin">>,
  { assigneeId, byId, batchId }: HandedOver,
): Promise<void> {
  if (!outbox || assigneeId === null || assigneeId === byId) return
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
