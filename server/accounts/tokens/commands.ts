import { about, recordAction } from "#server/audit/audit-log.ts"
import { DAY_MS } from "#server/contract/durations.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import {
  type ApiToken,
  type CreatedToken,
  type NewToken,
  TOKEN_PREFIX,
  TOKEN_RIGHTS,
  type TokenDays,
} from "#server/contract/tokens.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { notifyOwner } from "#server/jobs/notify-owner.ts"
import { createSecret, hashSecret } from "#server/secrets.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { getToken } from "./queries.ts"

/** Stores only the token's hash, so that the token can be shown only once. */
export async function createToken(ctx: AccountContext, { name, rights, days }: NewToken): Promise<CreatedToken> {
  if (rights.some((right) => !ctx.account.rights.includes(right))) {
    throw new AppError("forbidden", responseTexts.tokenRightsExceeded)
  }
  const token = TOKEN_PREFIX + createSecret()
  const expiresAt = expiryOf(days, ctx.now())
  // The rights are stored in the order of the contract, each once.
  const given = TOKEN_RIGHTS.filter((right) => rights.includes(right))
  const created = await inTransaction(ctx.db, async (trx) => {
    const { id } = await trx
      .insertInto("apiTokens")
      .values({
        name,
        tokenHash: hashSecret(token),
        rights: JSON.stringify(given),
        accountId: ctx.account.id,
        createdAt: ctx.now().toISOString(),
        expiresAt,
      })
      .returning("id")
      .executeTakeFirstOrThrow()
    const details = { after: { name, rights: given, expiresAt } }
    await notifyOwner(trx, ctx, { accountId: ctx.account.id, kind: "token-created" })
    await recordAction(trx, ctx, { action: "create", ...about("token", id, name), details })
    return { ...(await getToken(trx, id, ctx.now())), token }
  })
  ctx.outbox?.wake()
  return created
}

/** Makes the token invalid from its next request on. A token that is revoked already keeps its date. */
export function revokeToken(ctx: AccountContext, id: number): Promise<ApiToken> {
  return inTransaction(ctx.db, async (trx) => {
    const revokedAt = ctx.now().toISOString()
    const revoked = await trx
      .updateTable("apiTokens")
      .set({ revokedAt })
      .where("id", "=", id)
      .where("revokedAt", "is", null)
      .returning("name")
      .executeTakeFirst()
    if (revoked) {
      const details = { before: { revokedAt: null }, after: { revokedAt } }
      await recordAction(trx, ctx, { action: "revoke", ...about("token", id, revoked.name), details })
    }
    return getToken(trx, id, ctx.now())
  })
}

function expiryOf(days: TokenDays, now: Date): string | null {
  return days === null ? null : new Date(now.getTime() + days * DAY_MS).toISOString()
}
