import type { OwnerNotice } from "#server/contract/account-links.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { describeDevice, describePlace } from "#server/trpc/client-labels.ts"
import type { Context } from "#server/trpc/context.ts"
import { isWithinLimit, type LimitedClient } from "#server/trpc/rate-limits.ts"
import { formatMoment } from "./mail-text.ts"
import { enqueueMail } from "./outbox.ts"

type Notifier = Pick<Context, "outbox" | "clientIp" | "userAgent"> & LimitedClient

interface OwnerEvent {
  accountId: number
  kind: OwnerNotice
  /** What has changed, where the kind does not say it. */
  change?: string
}

/** Whoever has the password could otherwise fill the owner's inbox, who has been told by then. */
const noticesByAccount = { maxEvents: 5, windowSeconds: 3600 }

/**
 * Queues a mail by which the owner of an account notices what somebody else may have done to it. Addresses that nobody
 * has confirmed get none, since anybody can register with them.
 */
export async function notifyOwner(
  trx: Transaction,
  ctx: Notifier,
  { accountId, kind, change }: OwnerEvent,
): Promise<void> {
  if (!ctx.outbox) return
  const account = await trx
    .selectFrom("accounts")
    .select("email")
    .where("id", "=", accountId)
    .where("addressConfirmedAt", "is not", null)
    .executeTakeFirst()
  if (!account) return
  const limit = { action: `mail about ${kind}`, ...noticesByAccount }
  if (!(await isWithinLimit(trx, ctx, limit, String(accountId)))) return
  const at = ctx.now()
  const event = [formatMoment(at.toISOString()), describeDevice(ctx.userAgent), describePlace(ctx.clientIp)]
  const detail = (change === undefined ? event : [change, ...event]).join(", ")
  await enqueueMail(trx, { kind, recipient: account.email, detail }, at)
}
