import { inTransaction, type Transaction } from "#server/database/transaction.ts"
import { toAppError } from "#server/errors.ts"
import { consumeRateLimit, type RateLimit, refundRateLimit } from "#server/limits/rate-limits.ts"
import type { Context } from "#server/trpc/context.ts"

interface Counted {
  limit: RateLimit
  subject: string
}

/** Attempts that were counted and are not judged yet, by what they count against. */
const underWay = new Map<string, Set<Promise<void>>>()

/**
 * Judges an attempt whose failures are limited. It counts before it is judged, so that attempts sent at once are no
 * more than the limit; a right one, and one that could not be judged, is taken back.
 */
export async function verifyAttempt(
  ctx: Context,
  counted: readonly Counted[],
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  if (!ctx.rateLimits) return isRight()
  const judged = Promise.withResolvers<void>()
  const events = await countWhenItMay(ctx, counted, judged.promise)
  let failed = false
  try {
    failed = !(await isRight())
    return !failed
  } finally {
    if (!failed) await inTransaction(ctx.db, (trx) => refundRateLimit(trx, events))
    for (const key of counted.map(keyOf)) leave(key, judged.promise)
    judged.resolve()
  }
}

/** Attempts under way may turn out right: only when those that were judged fill the limit is a further one refused. */
async function countWhenItMay(ctx: Context, counted: readonly Counted[], judged: Promise<void>): Promise<number[]> {
  for (;;) {
    try {
      return await inTransaction(ctx.db, (trx) => countAll(trx, ctx.now(), counted, judged))
    } catch (error) {
      const others = counted.flatMap((one) => [...(underWay.get(keyOf(one)) ?? [])])
      if (toAppError(error).code !== "throttled" || others.length === 0) throw error
      await Promise.all(others)
    }
  }
}

async function countAll(trx: Transaction, now: Date, counted: readonly Counted[], judged: Promise<void>) {
  const events: number[] = []
  for (const { limit, subject } of counted) events.push(await consumeRateLimit(trx, limit, subject, now))
  for (const key of counted.map(keyOf)) underWay.set(key, (underWay.get(key) ?? new Set()).add(judged))
  return events
}

function leave(key: string, judged: Promise<void>) {
  const open = underWay.get(key)
  open?.delete(judged)
  if (open?.size === 0) underWay.delete(key)
}

function keyOf({ limit, subject }: Counted): string {
  return `${limit.action} ${subject}`
}
