import { randomUUID } from "node:crypto"
import { type Actor, SYSTEM } from "#server/audit/audit-log.ts"
import { PENDING_STATES } from "#server/contract/message-states.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { AppError } from "#server/errors.ts"
import { findColleague } from "./colleagues.ts"
import { type AssignedMessage, setAssignee } from "./set-assignee.ts"
import { tellAssignee } from "./tell-assignee.ts"

interface HandOver {
  /** What tells the colleague by mail; without a mail server nothing does. */
  mailing: Parameters<typeof tellAssignee>[1]
  from: number
  /** Null for nobody. */
  to: number | null
  actor: Actor
  /** The id by which the hand-over is taken back. */
  batchId?: string | undefined
}

/** Hands over what somebody has in charge and has not done, even in the trash. Returns how many requests that are. */
export async function handOver(
  trx: Transaction,
  { mailing, from, to, actor, batchId = randomUUID() }: HandOver,
): Promise<number> {
  if (to !== null && (to === from || !(await findColleague(trx, to))))
    throw new AppError("not_found", responseTexts.accountNotFound)
  const pending = await trx
    .selectFrom("messages")
    .select(["id", "reference", "assigneeId"])
    .where("assigneeId", "=", from)
    .where("state", "in", PENDING_STATES)
    .orderBy("id")
    .execute()
  const change = { actor, at: mailing.now().toISOString(), batchId }
  for (const message of pending) await setAssignee(trx, message, to, change)
  const messageIds = pending.map(({ id }) => id)
  if (messageIds.length > 0)
    await tellAssignee(trx, mailing, { assigneeId: to, byId: actor.accountId, batchId, messageIds })
  return pending.length
}

/** Gives back what was handed over, unless somebody has changed it since. */
export async function takeBack(
  trx: Transaction,
  batchId: string,
  { actor, at }: { actor: Actor; at: string },
): Promise<void> {
  const entries = await trx
    .updateTable("messageEntries")
    .set({ batch: null })
    .where("batch", "=", batchId)
    .where("kind", "=", "assignee")
    .returning(["messageId", "before", "after"])
    .execute()
  for (const { messageId, before, after } of entries) {
    const message = await trx
      .selectFrom("messages")
      .select(["id", "reference", "assigneeId"])
      .where("id", "=", messageId)
      .executeTakeFirst()
    if (message && String(message.assigneeId) === String(after))
      await setAssignee(trx, message, before === null ? null : Number(before), { actor, at, batchId: null })
  }
}

/** Takes a request that waits again from somebody who can no longer be in charge of any. */
export async function releaseFromFormer(trx: Transaction, message: AssignedMessage, at: string): Promise<void> {
  const { assigneeId } = message
  if (assigneeId === null || (await findColleague(trx, assigneeId))) return
  await setAssignee(trx, message, null, { actor: SYSTEM, at, batchId: null })
}
