import { responseTexts } from "#server/contract/response-texts.ts"
import type { Session } from "#server/contract/sessions.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { describeDevice, describePlace } from "#server/trpc/client-labels.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { recordSession } from "./audit-own-actions.ts"
import { deleteDeviceOf, REPLACED_MS, SESSIONS_MAX, sessionKey } from "./sessions.ts"

/** Lists an account's sessions: the one that calls first, then those that were used last. */
export async function listSessions(ctx: AccountContext, accountId: number): Promise<Session[]> {
  const currentKey = sessionKey(ctx)
  const rows = await ctx.db
    .selectFrom("sessions")
    .select(["idHash as key", "userAgent", "ip", "createdAt", "lastSeenAt"])
    .where("accountId", "=", accountId)
    // A session that was replaced ends within this time.
    .where("expiresAt", ">", new Date(ctx.now().getTime() + REPLACED_MS).toISOString())
    .orderBy("lastSeenAt", (order) => order.desc().nullsLast())
    .orderBy("createdAt", "desc")
    .limit(SESSIONS_MAX)
    .execute()
  const sessions = rows.map(({ key, userAgent, ip, ...moments }) => ({
    key,
    device: describeDevice(userAgent),
    place: describePlace(ip),
    ...moments,
    isCurrent: key === currentKey,
  }))
  return sessions.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

export async function endSession(trx: Transaction, accountId: number, key: string): Promise<void> {
  const ended = await trx
    .deleteFrom("sessions")
    .where("idHash", "=", key)
    .where("accountId", "=", accountId)
    .returning("idHash")
    .executeTakeFirst()
  if (!ended) throw new AppError("not_found", responseTexts.sessionNotFound)
  await deleteDeviceOf(trx, key)
}

export function endOwnSession(ctx: AccountContext, key: string): Promise<void> {
  return inTransaction(ctx.db, async (trx) => {
    await endSession(trx, ctx.account.id, key)
    await recordSession(trx, ctx, "end session")
  })
}
