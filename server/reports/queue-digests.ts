import { HOUR_MS, MINUTE_MS } from "#server/contract/durations.ts"
import { kinshasaDay } from "#server/contract/kinshasa-time.ts"
import { rolesWith } from "#server/contract/rights.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { enqueueMail } from "#server/jobs/outbox.ts"
import type { Outbox } from "#server/trpc/context.ts"

/** Half past seven in Kinshasa; who has begun to work needs no digest any more. */
export const MORNING = { fromMs: 7 * HOUR_MS + 30 * MINUTE_MS, forMs: 3 * HOUR_MS }

interface Parts {
  db: Database
  now: () => Date
  outbox: Outbox
}

/** Queues the morning's mail of everybody who may read requests and wants it; the delivery finds out what is to do. */
export async function queueDigests({ db, now, outbox }: Parts): Promise<void> {
  await inTransaction(db, async (trx) => {
    const accounts = await trx
      .selectFrom("accounts")
      .select("email")
      .where("role", "in", rolesWith("messages.read"))
      .where("disabledAt", "is", null)
      .where("addressConfirmedAt", "is not", null)
      .where("mailsDigest", "=", 1)
      .orderBy("id")
      .execute()
    const detail = kinshasaDay(now())
    for (const { email } of accounts) await enqueueMail(trx, { kind: "digest", recipient: email, detail }, now())
  })
  outbox.wake()
}
