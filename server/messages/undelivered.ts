import { NEVER } from "#server/contract/durations.ts"
import type { Transaction } from "#server/database/core/database.ts"
import type { QueuedMail } from "#server/jobs/outbox.ts"
import { findWaitingSince } from "./entries.ts"
import { addEntry, findStoredMessage, hasLaterEntry, isAnswer } from "./stored-messages.ts"

type AnswerMail = Pick<QueuedMail, "id" | "kind" | "entryId">

/** What an answer's entry has after while its mail does not leave. */
const UNDELIVERED = "undelivered"

/** The request waits for an answer again, since its sender has received none. */
export async function recordFailedAnswer(trx: Transaction, mail: AnswerMail, now: Date): Promise<void> {
  const answer = await findAnswer(trx, mail)
  if (!answer || answer.after === UNDELIVERED) return
  await setAfter(trx, answer.id, UNDELIVERED)
  const message = await findStoredMessage(trx, answer.messageId)
  if (message?.state !== "answered" || (await hasLaterEntry(trx, answer, isAnswer))) return
  const at = now.toISOString()
  await trx
    .updateTable("messages")
    .set({
      state: "open",
      changedAt: at,
      waitingSince: (await findWaitingSince(trx, message.id)) ?? answer.at,
      answeredAt: message.answeredAt === answer.at ? null : undefined,
    })
    .where("id", "=", message.id)
    .execute()
  const reopening = { accountId: null, kind: "state", before: "answered", after: "open" } as const
  await addEntry(trx, { ...reopening, messageId: message.id, at, batch: batchOf(mail) })
}

/** Takes back that an answer was sent, since a mail server has returned it; it can be sent again on its screen. */
export async function recordReturnedAnswer(
  trx: Transaction,
  mail: AnswerMail,
  status: string,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("outbox")
    .set({ sentAt: null, nextAt: NEVER, lastError: `RETURNED ${status}` })
    .where("id", "=", mail.id)
    .where("kind", "=", "answer")
    .where("sentAt", "is not", null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await recordFailedAnswer(trx, mail, now)
}

/** Takes back that the request waits again, unless somebody has done something with it since. */
export async function recordSentAnswer(trx: Transaction, mail: QueuedMail, now: Date): Promise<void> {
  const answer = await findAnswer(trx, mail)
  if (answer?.after !== UNDELIVERED) return
  await setAfter(trx, answer.id, null)
  const reopened = await trx
    .selectFrom("messageEntries")
    .select(["id", "messageId"])
    .where("batch", "=", batchOf(mail))
    .executeTakeFirst()
  if (!reopened) return
  const message = await findStoredMessage(trx, reopened.messageId)
  if (message?.state !== "open") return
  if (await hasLaterEntry(trx, reopened, (is) => is("kind", "in", ["addition", "state"]))) return
  const at = now.toISOString()
  await trx.deleteFrom("messageEntries").where("id", "=", reopened.id).execute()
  await trx
    .updateTable("messages")
    .set({ state: "answered", changedAt: at, waitingSince: null, answeredAt: message.answeredAt ?? at })
    .where("id", "=", message.id)
    .execute()
}

/** It tells the entry from that of an addition, since which the sender waits. */
function batchOf({ id }: AnswerMail): string {
  return `mail-${id}`
}

function findAnswer(trx: Transaction, { kind, entryId }: AnswerMail) {
  if (kind !== "answer" || entryId === null) return undefined
  return trx
    .selectFrom("messageEntries")
    .select(["id", "messageId", "at", "after"])
    .where("id", "=", entryId)
    .executeTakeFirst()
}

async function setAfter(trx: Transaction, id: number, after: string | null): Promise<void> {
  await trx.updateTable("messageEntries").set({ after }).where("id", "=", id).execute()
}
