import type { Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { toAppError } from "#server/errors.ts"
import type { Context } from "#server/trpc/context.ts"
import { logRefusal } from "#server/trpc/log-refusal.ts"
import { consumeRateLimit, type RateLimit, refundRateLimit } from "#server/trpc/rate-limits.ts"

export interface LimitedSubject {
  limit: RateLimit
  subject: string
}

/** The attempts that are counted and whose outcome is pending, by subject. */
const pending = new Map<string, Set<Promise<void>>>()

/** Names an attempt in the log: what was tried, and at whose account. */
interface Attempt {
  name: "sign-in" | "reauthentication" | "second factor"
  accountId?: number | undefined
  email?: string | undefined
}

/** Verifies an attempt whose failures are limited and logged, and so are those that the limit rejects. */
export async function verifyAttempt(
  ctx: Context,
  { name, ...who }: Attempt,
  limited: readonly LimitedSubject[],
  verify: () => Promise<boolean>,
): Promise<boolean> {
  try {
    const isCorrect = ctx.rateLimits ? await verifyLimited(ctx, limited, verify) : await verify()
    if (!isCorrect) logRefusal(ctx, `${name} failed`, who)
    return isCorrect
  } catch (error) {
    if (toAppError(error).code === "throttled") logRefusal(ctx, `${name} locked`, who)
    throw error
  }
}

/**
 * Counts an attempt before it is verified, so that simultaneous attempts cannot exceed the limit, and refunds it if it
 * is correct or could not be verified.
 */
async function verifyLimited(
  ctx: Context,
  limited: readonly LimitedSubject[],
  verify: () => Promise<boolean>,
): Promise<boolean> {
  const outcome = Promise.withResolvers<void>()
  let events: number[] = []
  let isWrong = false
  try {
    events = await consumeAttempt(ctx, limited, outcome.promise)
    isWrong = !(await verify())
    return !isWrong
  } finally {
    if (!isWrong && events.length > 0) await refund(ctx, events)
    removePending(limited, outcome.promise)
    outcome.resolve()
  }
}

/** A correct password stays correct even if the refund fails; the attempt then counts until its window ends. */
async function refund({ db, log }: Context, events: readonly number[]): Promise<void> {
  const refunded = inTransaction(db, (trx) => refundRateLimit(trx, events))
  await refunded.catch((err) => log.warn({ err }, "refund of a rate limit failed"))
}

/** Waits for pending attempts, which may be refunded; only verified failures that fill the limit reject an attempt. */
async function consumeAttempt(ctx: Context, limited: readonly LimitedSubject[], outcome: Promise<void>) {
  for (;;) {
    try {
      return await inTransaction(ctx.db, (trx) => consumeAll(trx, ctx.now(), limited, outcome))
    } catch (error) {
      // The attempt is pending already if its commit failed.
      removePending(limited, outcome)
      const others = limited.flatMap((one) => [...(pending.get(keyOf(one)) ?? [])])
      if (toAppError(error).code !== "throttled" || others.length === 0) throw error
      await Promise.all(others)
    }
  }
}

async function consumeAll(trx: Transaction, now: Date, limited: readonly LimitedSubject[], outcome: Promise<void>) {
  const events: number[] = []
  for (const { limit, subject } of limited) events.push(await consumeRateLimit(trx, limit, subject, now))
  for (const key of limited.map(keyOf)) pending.set(key, (pending.get(key) ?? new Set()).add(outcome))
  return events
}

function removePending(limited: readonly LimitedSubject[], outcome: Promise<void>) {
  for (const key of limited.map(keyOf)) {
    const outcomes = pending.get(key)
    outcomes?.delete(outcome)
    if (outcomes?.size === 0) pending.delete(key)
  }
}

function keyOf({ limit, subject }: LimitedSubject): string {
  return `${limit.action} ${subject}`
}
