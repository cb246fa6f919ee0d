import { recordAudit } from "#server/audit/audit-log.ts"
import { CONTACT_FIELDS, type ContactRequest } from "#server/contract/messages.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { messages } from "#server/contract/response-messages.ts"
import { inTransaction, type Transaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { enqueueMail } from "#server/jobs/outbox.ts"
import { consumeRateLimit } from "#server/limits/rate-limits.ts"
import { type ContentReader, readContent } from "#server/published-content/published.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"

const REPEAT_MINUTES = 10

const contactLimit = { action: "contact", maxEvents: 10, windowSeconds: 600 }

/** Stores a contact request once, and queues its mail where a mail server is configured. */
export async function sendMessage(ctx: Context, request: ContactRequest): Promise<{ id: number }> {
  const sent = await inTransaction(ctx.db, async (trx) => {
    if (request.website) return { id: await nextId(trx) }
    return (await findRepeated(trx, request, ctx.now())) ?? insertMessage(trx, ctx, request)
  })
  ctx.outbox?.wake()
  return sent
}

async function insertMessage(trx: Transaction, ctx: Context, request: ContactRequest): Promise<{ id: number }> {
  const now = ctx.now()
  if (ctx.rateLimits) await consumeRateLimit(trx, contactLimit, ctx.rateLimitKey, now)
  const { website, mergeRepeats, requestId = null, ...fields } = request
  const { id } = await trx
    .insertInto("messages")
    .values({
      ...fields,
      fullNameFolded: normalizeForSearch(`${fields.firstName} ${fields.lastName}`),
      messageFolded: normalizeForSearch(fields.message),
      requestId,
      createdAt: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow()
  if (ctx.outbox) await enqueueMail(trx, id, now)
  return { id }
}

/** The message that an earlier sending of this request created: found by its id or, for the site's form, by its fields. */
async function findRepeated(trx: Transaction, request: ContactRequest, now: Date): Promise<{ id: number } | undefined> {
  const earlier = trx.selectFrom("messages").select("id")
  if (request.requestId) {
    const same = await earlier.where("requestId", "=", request.requestId).executeTakeFirst()
    if (same) return same
  }
  if (!request.mergeRepeats) return undefined
  const since = new Date(now.getTime() - REPEAT_MINUTES * 60_000).toISOString()
  return CONTACT_FIELDS.reduce(
    (query, field) => query.where(field, "=", request[field]),
    earlier.where("createdAt", ">", since),
  ).executeTakeFirst()
}

/** The response to a robot that filled the honeypot looks like any other. */
async function nextId(trx: Transaction): Promise<number> {
  const last = await trx.selectFrom("messages").select("id").orderBy("id", "desc").limit(1).executeTakeFirst()
  return (last?.id ?? 0) + 1
}

/** Messages that are deleted in one transaction: all other writes wait for it. */
const DELETED_AT_ONCE = 500

/** Deletes the messages that are older than the settings keep them. */
export async function deleteOldMessages({ db, log, now }: ContentReader & { now: () => Date }): Promise<void> {
  const { keepMonths } = (await readContent({ db, log }, "parametres")).messages
  if (keepMonths === 0) return
  const before = monthsBefore(now(), keepMonths).toISOString()
  for (;;) {
    const count = await inTransaction(db, (trx) => deleteSome(trx, before, now()))
    if (count > 0) log.info({ count, before }, "old messages deleted")
    if (count < DELETED_AT_ONCE) return
  }
}

async function deleteSome(trx: Transaction, before: string, now: Date): Promise<number> {
  const old = trx.selectFrom("messages").select("id").where("createdAt", "<", before).limit(DELETED_AT_ONCE)
  const { numDeletedRows } = await trx.deleteFrom("messages").where("id", "in", old).executeTakeFirstOrThrow()
  const count = Number(numDeletedRows)
  if (count > 0) {
    const details = { count, before }
    await recordAudit(trx, { accountId: null, action: "delete old", subject: "message", subjectId: null, details }, now)
  }
  return count
}

/** The last day of a shorter month stands for a day that it lacks. */
function monthsBefore(date: Date, months: number): Date {
  const earlier = new Date(date)
  earlier.setUTCMonth(earlier.getUTCMonth() - months)
  if (earlier.getUTCDate() !== date.getUTCDate()) earlier.setUTCDate(0)
  return earlier
}

/** Also deletes the mail that may still be queued for it. */
export async function deleteMessage(ctx: AccountContext, id: number): Promise<void> {
  const now = ctx.now()
  await inTransaction(ctx.db, async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom("messages").where("id", "=", id).executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new AppError("not_found", messages.messageNotFound)
    await recordAudit(trx, { accountId: ctx.account.id, action: "delete", subject: "message", subjectId: id }, now)
  })
}
