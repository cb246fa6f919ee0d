import { DAY_MS, MINUTE_MS } from "#server/contract/durations.ts"
import { HONEYPOT } from "#server/contract/honeypot.ts"
import { createReference } from "#server/contract/message-references.ts"
import { CONTACT_FIELDS, type ContactReceipt, type ContactRequest } from "#server/contract/messages.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { enqueueMail } from "#server/jobs/outbox.ts"
import { enqueuePushes } from "#server/jobs/push/enqueue-pushes.ts"
import type { Context } from "#server/trpc/context.ts"
import { limitClient } from "#server/trpc/rate-limits.ts"
import { addToAccount, findSender } from "./own-requests.ts"
import { addMorePictures, addPictures, markUnread } from "./pictures.ts"
import { contactLimit, judge, repeatLimit } from "./spam.ts"
import { createRepeatedLink, createStatusLink } from "./status-links.ts"

const REPEAT_MINUTES = 10

interface StoredRequest {
  id: number
  reference: string | null
}

/** Stores a contact request once, and queues its mails where a mail server is configured. */
export async function sendMessage(ctx: Context, request: ContactRequest): Promise<ContactReceipt> {
  const sender = await findSender(ctx)
  const sent = await inTransaction(ctx.db, async (trx) => {
    const repeated = await findRepeated(trx, request, ctx.now())
    if (repeated) await limitClient(trx, ctx, repeatLimit)
    const stored = repeated ?? (await insertMessage(trx, ctx, request))
    // The sender may have added other pictures before those of the request have followed.
    const add = repeated?.hasSameKey ? addMorePictures : addPictures
    const hasNewPictures = await add(trx, stored.id, request.photos, ctx.now())
    if (repeated && hasNewPictures) await markUnread(trx, stored.id, ctx.now())
    if (sender !== undefined) await addToAccount(trx, sender, stored.id, ctx.now())
    const createLink = repeated ? createRepeatedLink : createStatusLink
    const { id, reference } = stored
    return { id, reference, statusUrl: await createLink(trx, id, ctx.now()) }
  })
  ctx.outbox?.wake()
  return { ...sent, reference: sent.reference ?? "" }
}

async function insertMessage(trx: Transaction, ctx: Context, request: ContactRequest): Promise<StoredRequest> {
  const now = ctx.now()
  await limitClient(trx, ctx, contactLimit)
  const judgement = await judge(trx, request, ctx)
  const isSpam = judgement?.isSpam ?? false
  const {
    [HONEYPOT]: _,
    mergeRepeats,
    filledInMs,
    photos: pictures,
    requestId: idempotencyKey = null,
    phone = null,
    ...fields
  } = request
  const stored = await trx
    .insertInto("messages")
    .values({
      ...fields,
      phone,
      fullNameFolded: normalizeForSearch(`${fields.firstName} ${fields.lastName}`),
      messageFolded: normalizeForSearch(fields.message),
      idempotencyKey,
      reference: await createUnusedReference(trx, now),
      createdAt: now.toISOString(),
      suspicions: judgement ? JSON.stringify(judgement.suspicions) : null,
      state: isSpam ? "spam" : "new",
      waitingSince: isSpam ? null : now.toISOString(),
    })
    .returning(["id", "reference"])
    .executeTakeFirstOrThrow()
  if (ctx.outbox && !isSpam) {
    await enqueueMail(trx, { messageId: stored.id, kind: "notification" }, now)
    if (await mayGetReceipt(trx, fields.email, now)) {
      await enqueueMail(trx, { messageId: stored.id, kind: "receipt" }, now)
    }
  }
  if (!isSpam) await enqueuePushes(trx, { kind: "request", messageIds: [stored.id], accountId: null }, now)
  return stored
}

const RECEIPTS_A_DAY = 5

/** Limits receipts, since anybody can enter anybody's e-mail address, and the form must not flood a mailbox. */
async function mayGetReceipt(trx: Transaction, email: string, now: Date): Promise<boolean> {
  if (!email) return false
  const receipts = await trx
    .selectFrom("messages")
    .innerJoin("outbox", "outbox.messageId", "messages.id")
    .select("outbox.id")
    .where((is) => is(is.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .where("createdAt", ">", new Date(now.getTime() - DAY_MS).toISOString())
    .where("kind", "=", "receipt")
    .limit(RECEIPTS_A_DAY)
    .execute()
  return receipts.length < RECEIPTS_A_DAY
}

/** After so many references that were taken, longer ones are tried. */
const SHORT_ATTEMPTS = 8
const LONG_LENGTH = 6

/** No other request can take the reference in between, since write transactions run one after the other. */
async function createUnusedReference(db: Database, now: Date): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    const reference = createReference(now, attempt < SHORT_ATTEMPTS ? undefined : LONG_LENGTH)
    const used = await db.selectFrom("messages").select("id").where("reference", "=", reference).executeTakeFirst()
    if (!used) return reference
  }
}

/** Finds the message of an earlier sending of this request by its id or, for the site's form, by its fields. */
async function findRepeated(
  trx: Transaction,
  request: ContactRequest,
  now: Date,
): Promise<(StoredRequest & { hasSameKey?: boolean }) | undefined> {
  const earlier = trx.selectFrom("messages").select(["id", "reference"])
  if (request.requestId) {
    const same = await earlier.where("idempotencyKey", "=", request.requestId).executeTakeFirst()
    if (same) return { ...same, hasSameKey: true }
  }
  if (!request.mergeRepeats) return undefined
  const since = new Date(now.getTime() - REPEAT_MINUTES * MINUTE_MS).toISOString()
  return CONTACT_FIELDS.reduce(
    (query, field) => {
      const value = request[field] ?? null
      return query.where(field, value === null ? "is" : "=", value)
    },
    earlier.where("createdAt", ">", since).where("deletedAt", "is", null),
  ).executeTakeFirst()
}
