import type { ContactFields, ContactRequest } from "#server/contract/messages.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import type { Transaction } from "#server/database/transaction.ts"
import { writeTogether } from "#server/database/write-together.ts"
import { consumeRateLimit } from "#server/limits/rate-limits.ts"
import type { Context } from "#server/trpc/context.ts"

const REPEAT_MINUTES = 10

const contactLimit = { action: "contact", most: 10, seconds: 600 }

/** Stores a contact request, once, and has it mailed where mail is configured. */
export async function sendMessage(ctx: Context, request: ContactRequest): Promise<{ id: number }> {
  const sent = await writeTogether(ctx.db, async (trx) => {
    if (request.website) return { id: await nextId(trx) }
    return (await findEarlier(trx, request, ctx.now())) ?? storeMessage(trx, ctx, request)
  })
  ctx.outbox?.wake()
  return sent
}

async function storeMessage(trx: Transaction, ctx: Context, request: ContactRequest): Promise<{ id: number }> {
  const now = ctx.now()
  if (ctx.rateLimits) await consumeRateLimit(trx, contactLimit, ctx.rateLimitKey, now)
  const { firstName, lastName, email, sector, message, requestId = null } = request
  const { id } = await trx
    .insertInto("messages")
    .values({
      firstName,
      lastName,
      fullNameFolded: normalizeForSearch(`${firstName} ${lastName}`),
      email,
      sector,
      message,
      messageFolded: normalizeForSearch(message),
      requestId,
      createdAt: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow()
  if (ctx.outbox) await trx.insertInto("outbox").values({ messageId: id, nextAt: now.toISOString() }).execute()
  return { id }
}

/** The message that this request already made: by its id, or, from the site's form, by the same fields a moment ago. */
async function findEarlier(trx: Transaction, request: ContactRequest, now: Date): Promise<{ id: number } | undefined> {
  const earlier = trx.selectFrom("messages").select("id")
  if (request.requestId) {
    const same = await earlier.where("requestId", "=", request.requestId).executeTakeFirst()
    if (same) return same
  }
  if (!request.mergeRepeats) return undefined
  const since = new Date(now.getTime() - REPEAT_MINUTES * 60_000).toISOString()
  const same = (
    ["firstName", "lastName", "email", "sector", "message"] as const satisfies (keyof ContactFields)[]
  ).reduce((query, field) => query.where(field, "=", request[field]), earlier.where("createdAt", ">", since))
  return same.executeTakeFirst()
}

/** What a robot in the hidden field is told: an id like any other. */
async function nextId(trx: Transaction): Promise<number> {
  const last = await trx.selectFrom("messages").select("id").orderBy("id", "desc").limit(1).executeTakeFirst()
  return (last?.id ?? 0) + 1
}
