import type { Registration } from "#server/contract/accounts.ts"
import { write } from "#server/database/write.ts"
import { checkLimit, countEvent, type Limit } from "#server/limits.ts"
import type { Context } from "#server/trpc.ts"
import { hashPassword } from "./passwords.ts"
import { insertAccount } from "./queries.ts"

const registrations: Limit = { action: "register", most: 10, seconds: 3600 }

/** Makes a `user`; nothing that is sent can make an administrator. */
export async function registerAccount(
  ctx: Context,
  { username, email, password }: Registration,
): Promise<{ id: number }> {
  if (ctx.rateLimits) await checkLimit(ctx.db, registrations, ctx.address, ctx.now())
  const passwordHash = await hashPassword(password)
  const id = await write(ctx.db, async (trx) => {
    const made = await insertAccount(trx, { username, email, passwordHash, role: "user" }, ctx.now())
    if (ctx.rateLimits) await countEvent(trx, registrations, ctx.address, ctx.now())
    return made
  })
  return { id }
}
