import * as z from "zod/mini"
import { CHANGES_MAX, type UndoResult } from "#server/contract/bulk.ts"
import { FollowUp, MessageOutcome } from "#server/contract/follow-up.ts"
import { CONTACT_CHANNELS, isPending } from "#server/contract/message-states.ts"
import type { MessageAction, MessagesChange } from "#server/contract/messages.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { findColleague } from "./assignees/colleagues.ts"
import { releaseFromFormer } from "./assignees/hand-over.ts"
import { setAssignee } from "./assignees/set-assignee.ts"
import { tellAssignee } from "./assignees/tell-assignee.ts"
import { findWaitingSince } from "./entries.ts"
import { addChange, changeFollowUp, changeOutcome, type Change as NewChange, requireUpcoming } from "./follow-ups.ts"
import { changeOf, recordMessageAudit } from "./message-audit.ts"
import { senderAddresses } from "./spam.ts"
import { findStoredMessage, getStoredMessage, hasLaterEntry, isAnswer, type StoredMessage } from "./stored-messages.ts"

interface Change extends NewChange {
  /** Whether the message stays unread, as when it is taken on from the list. */
  keepsUnread?: boolean
  /** The moment of the change that this one undoes. */
  undoneAt?: string
}

/** Changes messages in one transaction, leaving out deleted ones. Returns the number of changed ones. */
export function changeMessages(
  ctx: AccountContext,
  { ids, action, batchId }: MessagesChange,
): Promise<{ changed: number }> {
  return inTransaction(ctx.db, async (trx) => {
    await requireAssignee(trx, action)
    if (action.kind === "followUp") requireUpcoming(action.followUp, ctx.now())
    const change = { ctx, at: ctx.now().toISOString(), batchId }
    // This skips rows that an earlier attempt changed, since the client retries a batch whose response was lost.
    const done = await listChanged(trx, ids, batchId)
    const changed: number[] = []
    for (const id of new Set(ids).difference(done)) {
      const message = await findStoredMessage(trx, id)
      if (message && (await apply(trx, message, action, change))) changed.push(id)
    }
    if (action.kind === "assignee" && changed.length > 0) {
      const { assignee } = action
      await tellAssignee(trx, ctx, { assigneeId: assignee, byId: ctx.account.id, batchId, messageIds: changed })
    }
    return { changed: done.size + changed.length }
  })
}

async function listChanged(trx: Transaction, ids: readonly number[], batchId: string): Promise<Set<number>> {
  const changed = await trx
    .selectFrom("messageEntries")
    .select("messageId")
    .distinct()
    .where("batch", "=", batchId)
    .where("messageId", "in", ids)
    .execute()
  return new Set(changed.map(({ messageId }) => messageId))
}

async function requireAssignee(trx: Transaction, action: MessageAction): Promise<void> {
  if (action.kind !== "assignee" || action.assignee === null) return
  if (!(await findColleague(trx, action.assignee))) throw new AppError("not_found", responseTexts.accountNotFound)
}

/** Returns whether anything has changed. */
async function apply(trx: Transaction, message: StoredMessage, action: MessageAction, change: Change) {
  switch (action.kind) {
    case "state":
      return changeState(trx, message, action.state, change)
    case "assignee":
      return assign(trx, message, action.assignee, change)
    case "read":
      return markRead(trx, message, action.isRead, change)
    case "followUp":
      return changeFollowUp(trx, message, action.followUp, change)
    case "outcome":
      return changeOutcome(trx, message, action.outcome, change)
    case "trash":
      return moveToTrash(trx, message, change)
    case "restore":
      return restore(trx, message, change)
  }
}

async function changeState(
  trx: Transaction,
  message: StoredMessage,
  state: StoredMessage["state"],
  change: Change,
): Promise<boolean> {
  if (message.state === state) return false
  const { ctx, at, undoneAt } = change
  const isAnswered = state === "answered"
  const isUndone = undoneAt && message.answeredAt === undoneAt
  await trx
    .updateTable("messages")
    .set({
      state,
      changedAt: at,
      readAt: readAtAfter(message, state, change),
      waitingSince: isPending(state) ? (message.waitingSince ?? (await findWaitingSince(trx, message.id))) : null,
      answeredAt: isUndone ? null : isAnswered ? (message.answeredAt ?? at) : undefined,
    })
    .where("id", "=", message.id)
    .execute()
  await addChange(trx, message, { kind: "state", before: message.state, after: state }, change)
  await recordMessageAudit(trx, ctx, "state", message, changeOf("state", message.state, state))
  await recordVerdict(trx, message, state, change)
  if (isPending(state)) await releaseFromFormer(trx, message, at)
  return true
}

/** Undoing makes unread again what the change has made read, and nothing else. */
function readAtAfter({ readAt }: StoredMessage, state: StoredMessage["state"], { at, keepsUnread, undoneAt }: Change) {
  if (keepsUnread) return readAt
  if (undoneAt) return readAt === undoneAt ? null : readAt
  return state === "new" ? null : (readAt ?? at)
}

/** Stores a verdict on the sender, which judges later requests; undoing restores the previous verdict. */
async function recordVerdict(
  trx: Transaction,
  message: StoredMessage,
  state: StoredMessage["state"],
  { at, undoneAt }: Change,
): Promise<void> {
  const verdict = state === "spam" ? "spam" : message.state === "spam" ? "trusted" : undefined
  if (!verdict) return
  if (undoneAt) return revertVerdict(trx, message, undoneAt)
  for (const sender of senderAddresses(message)) {
    await trx
      .insertInto("senders")
      .values({ sender, verdict, at })
      .onConflict((conflict) => conflict.column("sender").doUpdateSet({ verdict, at }))
      .execute()
  }
}

/** Skips senders whose verdict somebody has changed since. */
async function revertVerdict(trx: Transaction, message: StoredMessage, undoneAt: string): Promise<void> {
  const taken = await trx
    .deleteFrom("senders")
    .where("sender", "in", [...senderAddresses(message), ""])
    .where("at", "=", undoneAt)
    .returning("sender")
    .execute()
  for (const { sender } of taken) {
    const earlier = await findEarlierVerdict(trx, sender)
    if (!earlier) continue
    await trx
      .insertInto("senders")
      .values({ sender, ...earlier })
      .execute()
  }
}

/** Reads the last change that still has its batch; changes that were undone, or that undid others, have none. */
async function findEarlierVerdict(trx: Transaction, sender: string) {
  const entry = await trx
    .selectFrom("messageEntries")
    .innerJoin("messages", "messages.id", "messageEntries.messageId")
    .select(["messageEntries.at", "after"])
    .where((is) => is.or([is(is.fn<string>("lower", ["email"]), "=", sender), is("phone", "=", sender)]))
    .where("messageEntries.kind", "=", "state")
    .where("batch", "is not", null)
    .where((is) => is.or([is("before", "=", "spam"), is("after", "=", "spam")]))
    .where("before", "!=", "trashed")
    .where("after", "!=", "trashed")
    .orderBy("messageEntries.id", "desc")
    .limit(1)
    .executeTakeFirst()
  return entry && { verdict: entry.after === "spam" ? ("spam" as const) : ("trusted" as const), at: entry.at }
}

/** Who takes a request on has it under way; handed to somebody else, it stays new until that person opens it. */
async function assign(trx: Transaction, message: StoredMessage, assigneeId: number | null, change: Change) {
  const { ctx, at, batchId, undoneAt } = change
  if (!(await setAssignee(trx, message, assigneeId, { actor: ctx.actor, at, batchId }))) return false
  const isTakenOn = assigneeId === ctx.account.id && message.state === "new" && !undoneAt
  if (isTakenOn) await changeState(trx, message, "open", { ...change, keepsUnread: true })
  return true
}

/** Is not audited, since opening a message marks it as read. */
async function markRead(trx: Transaction, message: StoredMessage, isRead: boolean, { at }: Change): Promise<boolean> {
  if ((message.readAt !== null) === isRead) return false
  await trx
    .updateTable("messages")
    .set({ readAt: isRead ? at : null })
    .where("id", "=", message.id)
    .execute()
  return true
}

async function moveToTrash(trx: Transaction, message: StoredMessage, change: Change): Promise<boolean> {
  const { ctx, at } = change
  if (message.deletedAt) return false
  await trx.updateTable("messages").set({ deletedAt: at, changedAt: at }).where("id", "=", message.id).execute()
  await addChange(trx, message, { kind: "state", before: message.state, after: "trashed" }, change)
  await recordMessageAudit(trx, ctx, "trash", message, changeOf("state", message.state, "trashed"))
  return true
}

async function restore(trx: Transaction, message: StoredMessage, change: Change): Promise<boolean> {
  const { ctx, at } = change
  if (!message.deletedAt) return false
  await trx.updateTable("messages").set({ deletedAt: null, changedAt: at }).where("id", "=", message.id).execute()
  await addChange(trx, message, { kind: "state", before: "trashed", after: message.state }, change)
  await recordMessageAudit(trx, ctx, "restore", message, changeOf("state", "trashed", message.state))
  return true
}

/** Moves one message to the trash. */
export async function deleteMessage(ctx: AccountContext, id: number): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const message = await getStoredMessage(trx, id)
    if (message.deletedAt) throw new AppError("not_found", responseTexts.messageNotFound)
    await moveToTrash(trx, message, { ctx, at: ctx.now().toISOString(), batchId: null })
  })
}

/** Undoes the changes of one command, in at most CHANGES_MAX messages per call. */
export function undoMessages(ctx: AccountContext, batchId: string): Promise<UndoResult> {
  return inTransaction(ctx.db, async (trx) => {
    const found = await trx
      .selectFrom("messageEntries")
      .select("messageId")
      .distinct()
      .where("batch", "=", batchId)
      .orderBy("messageId")
      .limit(CHANGES_MAX + 1)
      .execute()
    const some = found.slice(0, CHANGES_MAX)
    // Taking on a new message, or answering one that nobody has, adds two entries; the later one is undone first.
    const entries = await trx
      .updateTable("messageEntries")
      .set({ batch: null })
      .where("batch", "=", batchId)
      .where("messageId", "<=", some.at(-1)?.messageId ?? 0)
      .returning(["id", "messageId", "at", "kind", "before", "after"])
      .execute()
    const at = ctx.now().toISOString()
    const undone = new Set<number>()
    for (const entry of entries.toSorted((one, other) => other.id - one.id)) {
      const message = await findStoredMessage(trx, entry.messageId)
      if (!message) continue
      const others = entries.filter((one) => one.messageId === entry.messageId && one.id !== entry.id)
      const hasState = others.some(({ kind }) => kind === "state")
      if (isContactAttempt(entry)) {
        // What else it has changed was undone before it.
        const isUndone = !hasState && (others.length === 0 || undone.has(message.id))
        if (isUndone && (await deleteContactAttempt(trx, message.id, batchId))) undone.add(message.id)
        continue
      }
      // An answer that stands keeps whoever gave it in charge, and its follow-up done.
      if (hasState && (await findContactAttempt(trx, message.id, batchId))) continue
      const action = await findInverse(trx, entry, message)
      if (!action) continue
      if (entry.kind === "state") await deleteContactAttempt(trx, message.id, batchId)
      if (await apply(trx, message, action, { ctx, at, batchId: null, undoneAt: entry.at })) undone.add(message.id)
    }
    return { undone: undone.size, skipped: some.length - undone.size, more: found.length > CHANGES_MAX }
  })
}

interface UndoneEntry {
  id: number
  messageId: number
  at: string
  kind: string
  before: string | null
  after: string | null
}

function isContactAttempt({ kind }: Pick<UndoneEntry, "kind">): boolean {
  return CONTACT_CHANNELS.some((channel) => channel === kind)
}

/** Returns undefined if somebody has changed the message since. */
async function findInverse(
  trx: Transaction,
  entry: UndoneEntry,
  message: StoredMessage,
): Promise<MessageAction | undefined> {
  const { id, at, kind, before, after } = entry
  if (kind === "assignee") {
    return String(message.assigneeId) === String(after)
      ? { kind: "assignee", assignee: before === null ? null : Number(before) }
      : undefined
  }
  if (kind === "followUp") {
    return JSON.stringify(message.followUp) === String(after)
      ? { kind, followUp: z.nullable(FollowUp).parse(JSON.parse(before ?? "null")) }
      : undefined
  }
  if (kind === "outcome") {
    return JSON.stringify(message.outcome) === String(after)
      ? { kind, outcome: z.nullable(MessageOutcome).parse(JSON.parse(before ?? "null")) }
      : undefined
  }
  if (after === "trashed") return message.deletedAt === at ? { kind: "restore" } : undefined
  // Moving it to the trash again would hide what has happened since.
  if (before === "trashed") return (await findLastEntry(trx, message.id))?.id === id ? { kind: "trash" } : undefined
  if (message.state !== after || (await hasLaterEntry(trx, entry, isAnswer))) return undefined
  const state = before as StoredMessage["state"]
  const isAdded = !isPending(state) && (await hasLaterEntry(trx, entry, (is) => is("kind", "=", "addition")))
  if (!isAdded) return { kind: "state", state }
  // What the sender has added since waits for an answer.
  return after === "spam" ? { kind: "state", state: "open" } : undefined
}

/** Deletes the contact attempt, since without it the request waits again. Returns whether there was one. */
async function deleteContactAttempt(trx: Transaction, messageId: number, batchId: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom("messageEntries")
    .where("messageId", "=", messageId)
    .where("idempotencyKey", "=", batchId)
    .where("kind", "in", CONTACT_CHANNELS)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

function findContactAttempt(trx: Transaction, messageId: number, batchId: string): Promise<object | undefined> {
  return trx
    .selectFrom("messageEntries")
    .select("id")
    .where("messageId", "=", messageId)
    .where("idempotencyKey", "=", batchId)
    .where("kind", "in", CONTACT_CHANNELS)
    .executeTakeFirst()
}

function findLastEntry(trx: Transaction, messageId: number): Promise<{ id: number } | undefined> {
  return trx
    .selectFrom("messageEntries")
    .select("id")
    .where("messageId", "=", messageId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()
}
