import { type FollowUp, type MessageOutcome, PAST_DAY } from "#server/contract/follow-up.ts"
import { kinshasaDay } from "#server/contract/kinshasa-time.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { fieldError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { changeOf, recordMessageAudit } from "./message-audit.ts"
import { addEntry, type NewEntry, type StoredMessage } from "./stored-messages.ts"

export interface Change {
  ctx: AccountContext
  at: string
  batchId: string | null
}

/** Throws for a day that has passed; an undo brings such days back all the same. */
export function requireUpcoming(followUp: FollowUp | null | undefined, now: Date): void {
  if (followUp && followUp.on < kinshasaDay(now)) throw fieldError("on", PAST_DAY)
}

/** Whether the day of the follow-up has come. */
export function isDue({ followUp }: StoredMessage, now: Date): boolean {
  return followUp !== null && followUp.on <= kinshasaDay(now)
}

/** Sets the day on which somebody wants to write again, or removes it. Returns whether anything has changed. */
export async function changeFollowUp(
  trx: Transaction,
  message: StoredMessage,
  followUp: FollowUp | null,
  change: Change,
): Promise<boolean> {
  const [before, after] = [stringify(message.followUp), stringify(followUp)]
  if (before === after) return false
  await trx
    .updateTable("messages")
    .set({ followUpOn: followUp?.on ?? null, followUpNote: followUp?.note || null, changedAt: change.at })
    .where("id", "=", message.id)
    .execute()
  await addChange(trx, message, { kind: "followUp", before, after }, change)
  const days = [message.followUp?.on ?? null, followUp?.on ?? null] as const
  await recordMessageAudit(trx, change.ctx, "followUp", message, changeOf("followUp", ...days))
  return true
}

/** Returns whether anything has changed. */
export async function changeOutcome(
  trx: Transaction,
  message: StoredMessage,
  outcome: MessageOutcome | null,
  change: Change,
): Promise<boolean> {
  const [before, after] = [stringify(message.outcome), stringify(outcome)]
  if (before === after) return false
  await trx
    .updateTable("messages")
    .set({
      outcome: outcome?.result ?? null,
      outcomeAmount: outcome?.amount ?? null,
      outcomeReason: outcome?.reason || null,
      changedAt: change.at,
    })
    .where("id", "=", message.id)
    .execute()
  await addChange(trx, message, { kind: "outcome", before, after }, change)
  const results = [message.outcome?.result ?? null, outcome?.result ?? null] as const
  await recordMessageAudit(trx, change.ctx, "outcome", message, changeOf("outcome", ...results))
  return true
}

function stringify(value: FollowUp | MessageOutcome | null): string | null {
  return value && JSON.stringify(value)
}

/** Adds the entry by which the change is shown, and undone. */
export async function addChange(
  trx: Transaction,
  { id }: StoredMessage,
  values: Pick<NewEntry, "kind" | "before" | "after">,
  { ctx, at, batchId }: Change,
): Promise<void> {
  await addEntry(trx, { messageId: id, at, accountId: ctx.account.id, ...values, batch: batchId })
}
