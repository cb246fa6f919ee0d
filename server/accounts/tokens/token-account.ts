import type { SignedInAccount } from "#server/contract/accounts.ts"
import { MINUTE_MS } from "#server/contract/durations.ts"
import { writeInBackground } from "#server/database/background-write.ts"
import { lacksFactor } from "#server/database/core/factor-conditions.ts"
import { hashSecret } from "#server/secrets.ts"
import type { Context } from "#server/trpc/context.ts"
import { rightsOf } from "./queries.ts"

type Request = Pick<Context, "db" | "log" | "now">

/**
 * Finds the account that created the token, with the rights that both have at present. Returns undefined for a token
 * that is unknown, expired or revoked, and while the account is disabled or lacks a second factor that it needs.
 */
export async function readTokenAccount(
  ctx: Request,
  token: string,
): Promise<(SignedInAccount & { tokenId: number }) | undefined> {
  const tokenHash = hashSecret(token)
  const row = await ctx.db
    .selectFrom("apiTokens")
    .innerJoin("accounts", "accounts.id", "apiTokens.accountId")
    .select(["apiTokens.id as tokenId", "rights", "lastUsedAt", "accounts.id", "username", "email", "role"])
    .where("tokenHash", "=", tokenHash)
    .where("revokedAt", "is", null)
    .where((is) => is.or([is("expiresAt", "is", null), is("expiresAt", ">", ctx.now().toISOString())]))
    .where("disabledAt", "is", null)
    .where((is) => is.not(lacksFactor()))
    .executeTakeFirst()
  if (!row) return undefined
  const { lastUsedAt, rights, ...account } = row
  recordUse(ctx, tokenHash, lastUsedAt)
  return { ...account, rights: rightsOf(rights, account.role), authenticatedAt: null }
}

/** The last use of a token is stored only this exactly, since each request would otherwise be a write. */
const USED_EVERY_MS = 5 * MINUTE_MS

function recordUse(ctx: Request, tokenHash: string, lastUsedAt: string | null): void {
  const at = ctx.now().getTime()
  if (lastUsedAt && at - Date.parse(lastUsedAt) < USED_EVERY_MS) return
  const usedAt = new Date(at).toISOString()
  writeInBackground(ctx, tokenHash, (trx) =>
    trx.updateTable("apiTokens").set({ lastUsedAt: usedAt }).where("tokenHash", "=", tokenHash).execute(),
  )
}
