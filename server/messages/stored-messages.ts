import type { ExpressionBuilder, Insertable } from "kysely"
import type { FollowUp, MessageOutcome } from "#server/contract/follow-up.ts"
import { CONTACT_CHANNELS } from "#server/contract/message-states.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { AppError } from "#server/errors.ts"

export type NewEntry = Omit<Insertable<Schema["messageEntries"]>, "textFolded">

/** Returns undefined for an entry that was stored before. */
export async function addEntry(trx: Transaction, entry: NewEntry): Promise<number | undefined> {
  const added = await trx
    .insertInto("messageEntries")
    .values({ ...entry, textFolded: entry.text ? normalizeForSearch(entry.text) : null })
    .onConflict((conflict) => conflict.column("idempotencyKey").doNothing())
    .returning("id")
    .executeTakeFirst()
  return added?.id
}

/** Whether an entry ends the sender's wait: neither an attempt that reached nobody, nor a mail that did not leave. */
export function isAnswer(is: ExpressionBuilder<Schema, "messageEntries">) {
  return is.and([
    is("messageEntries.kind", "in", ["answer", ...CONTACT_CHANNELS]),
    is("messageEntries.after", "is", null),
  ])
}

/** Whether such an entry of the message came after the given one. */
export async function hasLaterEntry(
  trx: Transaction,
  { id, messageId }: { id: number; messageId: number },
  isMeant: typeof isAnswer,
): Promise<boolean> {
  const later = await trx
    .selectFrom("messageEntries")
    .select("id")
    .where("messageId", "=", messageId)
    .where("id", ">", id)
    .where(isMeant)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

export const followUpColumns = [
  "followUpOn",
  "followUpNote",
  "outcome",
  "outcomeAmount",
  "outcomeReason",
] as const satisfies (keyof Schema["messages"])[]

export type FollowUpRow = Pick<Schema["messages"], (typeof followUpColumns)[number]>

interface WithFollowUp {
  followUp: FollowUp | null
  outcome: MessageOutcome | null
}

/** Puts the columns of the follow-up, and those of the outcome, into one value each. */
export function withFollowUp<Row extends FollowUpRow>(row: Row): Omit<Row, keyof FollowUpRow> & WithFollowUp {
  const { followUpOn: on, followUpNote, outcome: result, outcomeAmount: amount, outcomeReason, ...message } = row
  return {
    ...message,
    followUp: on === null ? null : { on, note: followUpNote ?? "" },
    outcome: result === null ? null : { result, amount, reason: outcomeReason ?? "" },
  }
}

/** Returns undefined for a message that no longer exists. */
export async function findStoredMessage(db: Database, id: number) {
  const message = await db
    .selectFrom("messages")
    .select(["id", "reference", "email", "phone", "state", "assigneeId"])
    .select(["readAt", "answeredAt", "waitingSince", "deletedAt"])
    .select(followUpColumns)
    .where("id", "=", id)
    .where("erasureBatch", "is", null)
    .executeTakeFirst()
  return message && withFollowUp(message)
}

export type StoredMessage = NonNullable<Awaited<ReturnType<typeof findStoredMessage>>>

export async function getStoredMessage(db: Database, id: number): Promise<StoredMessage> {
  const message = await findStoredMessage(db, id)
  if (!message) throw new AppError("not_found", responseTexts.messageNotFound)
  return message
}
