import { messages } from "#server/contract/response-messages.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError, toAppError } from "#server/errors.ts"
import { checkRateLimit, consumeRateLimit, type RateLimit } from "#server/limits/rate-limits.ts"
import type { Context } from "#server/trpc/context.ts"

/** Invalid links that one client may try. */
const guesses: RateLimit = { action: "account link", maxEvents: 20, windowSeconds: 600 }

/** Runs what opens a link; those that it does not find count against a limit. */
export async function limitGuesses<Result>(ctx: Context, open: () => Promise<Result>): Promise<Result> {
  const { db, now, rateLimits, rateLimitKey } = ctx
  if (!rateLimits) return open()
  await checkRateLimit(db, guesses, rateLimitKey, now())
  try {
    return await open()
  } catch (error) {
    if (toAppError(error).code === "not_found") {
      await inTransaction(db, (trx) => consumeRateLimit(trx, guesses, rateLimitKey, now()))
    }
    throw error
  }
}

export function linkGone(): AppError {
  return new AppError("not_found", messages.accountLinkGone)
}
