import { createHash } from "node:crypto"
import { sql } from "kysely"
import { NEVER } from "#server/contract/durations.ts"
import { type ContactChannel, isPending } from "#server/contract/message-states.ts"
import type {
  MessageAddition,
  MessageContact,
  MessageEntry,
  NewMessageEntry,
  SentMail,
} from "#server/contract/messages.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { column } from "#server/database/core/names.ts"
import { shownName } from "#server/database/core/shown-name.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { enqueueMail } from "#server/jobs/outbox.ts"
import { enqueuePushes } from "#server/jobs/push/enqueue-pushes.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { limitClient } from "#server/trpc/rate-limits.ts"
import { releaseFromFormer } from "./assignees/hand-over.ts"
import { setAssignee } from "./assignees/set-assignee.ts"
import { attach, listAttachments } from "./attachments.ts"
import { changeFollowUp, isDue, requireUpcoming } from "./follow-ups.ts"
import { changeOf, recordMessageAudit } from "./message-audit.ts"
import { addMorePictures, markUnread } from "./pictures.ts"
import { repeatLimit } from "./spam.ts"
import { getLinkedMessageId, openStatusLink } from "./status-links.ts"
import { addEntry, getStoredMessage, isAnswer, type NewEntry, type StoredMessage } from "./stored-messages.ts"

/** Stores an answer and queues its mail, or stores a note. */
export async function addStaffEntry(ctx: AccountContext, entry: NewMessageEntry): Promise<void> {
  const { id, kind, text, idempotencyKey } = entry
  if (kind === "answer" && !ctx.outbox) throw new AppError("conflict", responseTexts.answerNeedsMailServer)
  await inTransaction(ctx.db, async (trx) => {
    const message = await getStoredMessage(trx, id)
    if (kind === "answer" && !message.email) throw new AppError("conflict", responseTexts.answerNeedsEmail)
    const at = ctx.now().toISOString()
    const added = { messageId: id, at, accountId: ctx.account.id, kind, text, idempotencyKey }
    if (await isRepeated(trx, added)) return
    if (kind === "answer") await requireNoLaterAnswer(trx, entry)
    const entryId = await addText(trx, added)
    if (entryId === undefined) return
    await attach(trx, ctx, entryId, entry.attachments)
    if (kind === "note") {
      await trx.updateTable("messages").set({ changedAt: at }).where("id", "=", id).execute()
      return recordMessageAudit(trx, ctx, "note", message)
    }
    await enqueueMail(trx, { messageId: id, kind: "answer", entryId }, ctx.now())
    await markAnswered(trx, ctx, message, "answer")
  })
  ctx.outbox?.wake()
}

type NewText = NewEntry & { text: string; idempotencyKey: string | null }

/** A text of the sender. */
type Addition = Omit<NewText, "accountId" | "kind">

/** Whether the text was stored by an earlier sending, whose response was lost. */
async function isRepeated(trx: Transaction, entry: Addition): Promise<boolean> {
  const { messageId, text, idempotencyKey } = entry
  if (idempotencyKey === null) return false
  const row = await trx
    .selectFrom("messageEntries")
    .select("id")
    .where("idempotencyKey", "in", [idempotencyKey, otherKey(entry)])
    .where("messageId", "=", messageId)
    .where("text", "=", text)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the text even if its author has sent another one with the same id before. */
async function addText(trx: Transaction, entry: NewText): Promise<number | undefined> {
  return (await addEntry(trx, entry)) ?? addEntry(trx, { ...entry, idempotencyKey: otherKey(entry) })
}

function otherKey({ idempotencyKey, text }: Addition): string {
  return createHash("sha256").update(`${idempotencyKey} ${text}`).digest("hex")
}

async function requireNoLaterAnswer(trx: Transaction, { id, lastEntry }: NewMessageEntry): Promise<void> {
  const later = await trx
    .selectFrom("messageEntries")
    .leftJoin("accounts", "accounts.id", "messageEntries.accountId")
    .select("username")
    .where("messageId", "=", id)
    .where("messageEntries.id", ">", lastEntry)
    .where("kind", "=", "answer")
    .executeTakeFirst()
  if (later) throw new AppError("conflict", responseTexts.requestAnsweredMeanwhile(later.username))
}

/**
 * Notes what came of a contact outside of the site, which is an answer if it has reached the sender. The id of the
 * request is also the batch that undoes it.
 */
export async function recordContactAttempt(
  ctx: AccountContext,
  { id, channel, result, followUp, idempotencyKey }: MessageContact,
): Promise<void> {
  requireUpcoming(followUp, ctx.now())
  await inTransaction(ctx.db, async (trx) => {
    const message = await getStoredMessage(trx, id)
    if (channel === "email" && !message.email) throw new AppError("conflict", responseTexts.answerNeedsEmail)
    if (channel !== "email" && !message.phone) throw new AppError("conflict", responseTexts.contactNeedsPhone)
    const at = ctx.now().toISOString()
    const by = { messageId: id, at, accountId: ctx.account.id }
    const after = result === "reached" ? null : result
    const entry = { ...by, kind: channel, after, idempotencyKey, batch: idempotencyKey }
    if ((await addEntry(trx, entry)) === undefined) return
    if (result === "reached") return markAnswered(trx, ctx, message, channel, idempotencyKey)
    const isNew = message.state === "new"
    await trx
      .updateTable("messages")
      .set({ changedAt: at, readAt: message.readAt ?? at, state: isNew ? "open" : undefined })
      .where("id", "=", id)
      .execute()
    await recordMessageAudit(trx, ctx, channel, message, { result, ...(isNew && changeOf("state", "new", "open")) })
    if (followUp) await changeFollowUp(trx, message, followUp, { ctx, at, batchId: idempotencyKey })
    if (isNew) await addEntry(trx, { ...by, kind: "state", before: "new", after: "open", batch: idempotencyKey })
  })
}

/** Records that an answer ends the wait, makes a new or open request answered, and puts its author in charge of it. */
async function markAnswered(
  trx: Transaction,
  ctx: AccountContext,
  message: StoredMessage,
  action: "answer" | ContactChannel,
  batchId: string | null = null,
): Promise<void> {
  const at = ctx.now().toISOString()
  const wasPending = isPending(message.state)
  await trx
    .updateTable("messages")
    .set({
      waitingSince: null,
      changedAt: at,
      answeredAt: message.answeredAt ?? at,
      readAt: message.readAt ?? at,
      state: wasPending ? "answered" : undefined,
    })
    .where("id", "=", message.id)
    .execute()
  await recordMessageAudit(trx, ctx, action, message, wasPending ? changeOf("state", message.state, "answered") : {})
  const batch = wasPending ? batchId : null
  if (isDue(message, ctx.now())) await changeFollowUp(trx, message, null, { ctx, at, batchId: batch })
  if (message.assigneeId === null)
    await setAssignee(trx, message, ctx.account.id, { actor: ctx.actor, at, batchId: batch })
  if (!wasPending) return
  const entry = { messageId: message.id, at, accountId: ctx.account.id, kind: "state" } as const
  await addEntry(trx, { ...entry, before: message.state, after: "answered", batch })
}

export const additionLimit = { action: "addition", maxEvents: 20, windowSeconds: 600 }

/** A request takes this many additions until it is answered, from however many clients. */
const ADDITIONS_MAX = 50

/** All additions of a request have this many characters together. */
const ADDITIONS_LENGTH_MAX = 200_000

/**
 * Stores a sender's addition once: the request waits for an answer again, out of the trash, and the company gets a mail.
 * Pictures may follow their text under the same key.
 */
export async function addToRequest(
  ctx: Context,
  { token, text, photos: pictures, idempotencyKey }: MessageAddition,
): Promise<void> {
  await openStatusLink(ctx, token)
  await inTransaction(ctx.db, async (trx) => {
    const id = await getLinkedMessageId(trx, token, ctx.now())
    const message = await getStoredMessage(trx, id)
    const at = ctx.now().toISOString()
    const addition = { messageId: id, at, text, idempotencyKey: idempotencyKey ?? null }
    const isRepeat = await isRepeated(trx, addition)
    await limitClient(trx, ctx, isRepeat ? repeatLimit : additionLimit)
    const hasNewPictures = await addMorePictures(trx, id, pictures, ctx.now())
    if (isRepeat) {
      if (hasNewPictures) await markUnread(trx, id, ctx.now())
      return
    }
    await storeAddition(trx, ctx, message, addition)
  })
  ctx.outbox?.wake()
}

/** Stores what the sender has written, by mail too. Returns undefined for what was stored before. */
export async function storeAddition(
  trx: Transaction,
  { now, outbox }: Pick<Context, "now" | "outbox">,
  message: StoredMessage,
  addition: Addition,
): Promise<number | undefined> {
  const { messageId: id, at } = addition
  await requireRoom(trx, id, addition.text)
  const added = await addText(trx, { ...addition, accountId: null, kind: "addition" })
  if (added === undefined) return undefined
  const isSpam = message.state === "spam"
  const reopens = message.state === "answered" || message.state === "archived"
  await trx
    .updateTable("messages")
    .set({
      changedAt: at,
      deletedAt: null,
      waitingSince: isSpam ? undefined : (message.waitingSince ?? at),
      readAt: isSpam ? undefined : null,
      state: reopens ? "open" : undefined,
    })
    .where("id", "=", id)
    .execute()
  const change = { messageId: id, at, accountId: null, kind: "state" } as const
  if (!isSpam) await releaseFromFormer(trx, message, at)
  if (message.deletedAt) await addEntry(trx, { ...change, before: "trashed", after: message.state })
  if (reopens) await addEntry(trx, { ...change, before: message.state, after: "open" })
  if (!isSpam) await pushAddition(trx, id, now())
  // Its delivery waits, in case the request is judged spam by mistake.
  if (outbox) await enqueueMail(trx, { messageId: id, kind: "notification", entryId: added }, now())
  return added
}

/** Tells who is in charge, or everybody if that is nobody. */
async function pushAddition(trx: Transaction, id: number, now: Date): Promise<void> {
  const { assigneeId: accountId } = await getStoredMessage(trx, id)
  await enqueuePushes(trx, { kind: "addition", messageIds: [id], accountId }, now)
}

/** Throws where a request has so many additions that nobody reads more of them. */
async function requireRoom(trx: Transaction, messageId: number, text: string): Promise<void> {
  const answer = await findLastAnswer(trx, messageId)
  const { count, length } = await trx
    .selectFrom("messageEntries")
    .select((row) => [
      row.fn
        .countAll<number>()
        .filterWhere("id", ">", answer?.id ?? 0)
        .as("count"),
      sql<number>`coalesce(sum(length(${column("messageEntries.text")})), 0)`.as("length"),
    ])
    .where("messageId", "=", messageId)
    .where("kind", "=", "addition")
    .executeTakeFirstOrThrow()
  if (count >= ADDITIONS_MAX || Number(length) + text.length > ADDITIONS_LENGTH_MAX) {
    throw new AppError("conflict", responseTexts.tooManyAdditions)
  }
}

/** Returns the moment of the sender's first text since the last answer, or null if there is none. */
export async function findWaitingSince(db: Database, messageId: number): Promise<string | null> {
  const answer = await findLastAnswer(db, messageId)
  // An addition that reopened the request began the wait, also after « Répondu » without an answer entry.
  const reopening = await findLastReopening(db, messageId)
  if (reopening && reopening.id > (answer?.id ?? 0)) return reopening.at
  if (!answer) {
    const message = await db.selectFrom("messages").select("createdAt").where("id", "=", messageId).executeTakeFirst()
    return message?.createdAt ?? null
  }
  const addition = await db
    .selectFrom("messageEntries")
    .select("at")
    .where("messageId", "=", messageId)
    .where("kind", "=", "addition")
    .where("id", ">", answer.id)
    .orderBy("id")
    .executeTakeFirst()
  return addition?.at ?? null
}

function findLastAnswer(db: Database, messageId: number): Promise<{ id: number } | undefined> {
  return db
    .selectFrom("messageEntries")
    .select("id")
    .where("messageId", "=", messageId)
    .where(isAnswer)
    .orderBy("id", "desc")
    .executeTakeFirst()
}

/** Finds the last change of state by an addition, which no account has made. */
function findLastReopening(db: Database, messageId: number): Promise<{ id: number; at: string } | undefined> {
  return db
    .selectFrom("messageEntries")
    .select(["id", "at"])
    .where("messageId", "=", messageId)
    .where("kind", "=", "state")
    .where("before", "!=", "trashed")
    .where("after", "=", "open")
    .where("accountId", "is", null)
    .where("batch", "is", null)
    .orderBy("id", "desc")
    .executeTakeFirst()
}

/** Lists the entries, oldest first. */
export async function listEntries(db: Database, messageId: number, now: Date): Promise<MessageEntry[]> {
  const rows = await db
    .selectFrom("messageEntries")
    .leftJoin("accounts", "accounts.id", "messageEntries.accountId")
    .leftJoin("outbox", (join) => join.onRef("entryId", "=", "messageEntries.id").on("outbox.kind", "=", "answer"))
    .select(["messageEntries.id", "at", "messageEntries.kind", "text", "before", "after", "quoted"])
    .select(shownName<string | null>().as("by"))
    .select(["outbox.id as mailId", "sentAt", "nextAt", "lastError as failure"])
    .where("messageEntries.messageId", "=", messageId)
    .orderBy("messageEntries.id")
    .execute()
  const attachments = await listAttachments(db, messageId)
  return rows.map(({ mailId, sentAt, nextAt, failure, ...entry }) => ({
    ...entry,
    attachments: (attachments.get(entry.id) ?? []).map(({ id, name, type, bytes }) => ({ id, name, type, bytes })),
    mail: mailId === null ? null : { id: mailId, failure, sentAt, ...planOf({ sentAt, nextAt, failure }, now) },
  }))
}

interface StoredMail {
  sentAt: string | null
  nextAt: string | null
  failure: string | null
}

function planOf({ sentAt, nextAt, failure }: StoredMail, now: Date): Pick<SentMail, "state" | "nextAt"> {
  if (sentAt) return { state: "sent", nextAt: null }
  if (nextAt === null || nextAt === NEVER) return { state: "given up", nextAt: null }
  return { state: failure && nextAt > now.toISOString() ? "failed" : "waiting", nextAt }
}
