import type { Registration } from "#server/contract/accounts.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { checkRateLimit, consumeRateLimit, type RateLimit } from "#server/limits/rate-limits.ts"
import type { Context } from "#server/trpc/context.ts"
import { hashPassword } from "./passwords.ts"
import { insertAccount } from "./queries.ts"

const registrations: RateLimit = { action: "register", most: 10, seconds: 3600 }

/** Makes a `user`; nothing that is sent can make an administrator. */
export async function registerAccount(
  ctx: Context,
  { username, email, password }: Registration,
): Promise<{ id: number }> {
  if (ctx.rateLimits) await checkRateLimit(ctx.db, registrations, ctx.rateLimitKey, ctx.now())
  const passwordHash = await hashPassword(password)
  const id = await inTransaction(ctx.db, async (trx) => {
    const made = await insertAccount(trx, { username, email, passwordHash, role: "user" }, ctx.now())
    if (ctx.rateLimits) await consumeRateLimit(trx, registrations, ctx.rateLimitKey, ctx.now())
    return made
  })
  return { id }
}
