import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError, toAppError } from "#server/errors.ts"

export interface RateLimit {
  action: string
  /** The most events within the window. */
  maxEvents: number
  /** The length of the sliding window. */
  windowSeconds: number
  /** Returns the message for when the limit is reached, given the seconds to wait. */
  explain?: (retryAfter: number) => string
}

/** Whom a limit counts: the client of a call, unless limits are turned off. */
export interface LimitedClient {
  now: () => Date
  rateLimits: boolean
  rateLimitKey: string
}

interface LimitedCall extends LimitedClient {
  db: Database
}

/** Throws `throttled` when the client has reached the limit. */
export async function checkRateLimit(ctx: LimitedCall, limit: RateLimit): Promise<void> {
  if (ctx.rateLimits) await rejectThrottled(ctx.db, limit, ctx.rateLimitKey, ctx.now())
}

/** Counts one event of the client, or of another subject, or throws `throttled`. */
export async function limitClient(
  trx: Transaction,
  { now, rateLimits, rateLimitKey }: LimitedClient,
  limit: RateLimit,
  subject = rateLimitKey,
): Promise<void> {
  if (rateLimits) await consumeRateLimit(trx, limit, subject, now())
}

/** Counts one event; returns false where `limitClient` would throw. */
export async function isWithinLimit(...call: Parameters<typeof limitClient>): Promise<boolean> {
  try {
    await limitClient(...call)
    return true
  } catch (error) {
    if (toAppError(error).code === "throttled") return false
    throw error
  }
}

/** Runs an operation that opens a link. Only unknown links count against the limit, since neighbours share an IP. */
export async function limitGuesses<Result>(
  ctx: LimitedCall,
  limit: RateLimit,
  open: () => Promise<Result>,
): Promise<Result> {
  try {
    return await open()
  } catch (error) {
    if (toAppError(error).code === "not_found") await inTransaction(ctx.db, (trx) => limitClient(trx, ctx, limit))
    throw error
  }
}

/** Counts one event, or throws `throttled`. Returns its id for a refund. */
export async function consumeRateLimit(
  trx: Transaction,
  limit: RateLimit,
  subject: string,
  now: Date,
): Promise<number> {
  await rejectThrottled(trx, limit, subject, now)
  const expiresAt = new Date(now.getTime() + limit.windowSeconds * 1000).toISOString()
  await deleteExpiredRateLimitEvents(trx, now)
  const event = { action: limit.action, subject, at: now.toISOString(), expiresAt }
  const { id } = await trx.insertInto("limits").values(event).returning("id").executeTakeFirstOrThrow()
  return id
}

/** Names the seconds until the oldest event leaves the window. */
async function rejectThrottled(db: Database, limit: RateLimit, subject: string, now: Date): Promise<void> {
  const windowStart = new Date(now.getTime() - limit.windowSeconds * 1000).toISOString()
  const events = await db
    .selectFrom("limits")
    .select("at")
    .where("action", "=", limit.action)
    .where("subject", "=", subject)
    .where("at", ">", windowStart)
    .orderBy("at", "desc")
    .limit(limit.maxEvents)
    .execute()
  const oldest = events[limit.maxEvents - 1]
  if (!oldest) return
  const retryAfter = Math.max(Math.ceil((Date.parse(oldest.at) - Date.parse(windowStart)) / 1000), 1)
  throw new AppError("throttled", limit.explain?.(retryAfter) ?? responseTexts.tooManyAttempts, { retryAfter })
}

/** Deletes events that turned out not to count, such as correct passwords. */
export async function refundRateLimit(trx: Transaction, events: readonly number[]): Promise<void> {
  if (events.length > 0) await trx.deleteFrom("limits").where("id", "in", events).execute()
}

export async function resetRateLimit(trx: Transaction, { action }: RateLimit, subject: string): Promise<void> {
  await trx.deleteFrom("limits").where("action", "=", action).where("subject", "=", subject).execute()
}

export async function deleteExpiredRateLimitEvents(trx: Transaction, now: Date): Promise<void> {
  await trx.deleteFrom("limits").where("expiresAt", "<=", now.toISOString()).execute()
}
