import type { SignedInAccount } from "#server/contract/accounts.ts"
import { MINUTE_MS } from "#server/contract/durations.ts"
import { databaseFailure } from "#server/database/failure.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { hashSecret } from "#server/hash-secret.ts"
import type { Context } from "#server/trpc/context.ts"
import { rightsOf } from "./queries.ts"

type Request = Pick<Context, "db" | "now">

/**
 * Finds the account that created the token, with the rights that both have at present. Returns undefined for a token
 * that is unknown, expired or revoked, and while the account is disabled.
 */
export async function readTokenAccount(
  ctx: Request,
  token: string,
): Promise<(SignedInAccount & { tokenId: number }) | undefined> {
  const row = await ctx.db
    .selectFrom("apiTokens")
    .innerJoin("accounts", "accounts.id", "apiTokens.accountId")
    .select(["apiTokens.id as tokenId", "rights", "lastUsedAt", "accounts.id", "username", "email", "role"])
    .where("tokenHash", "=", hashSecret(token))
    .where("revokedAt", "is", null)
    .where((is) => is.or([is("expiresAt", "is", null), is("expiresAt", ">", ctx.now().toISOString())]))
    .where("disabledAt", "is", null)
    .executeTakeFirst()
  if (!row) return undefined
  const { lastUsedAt, rights, ...account } = row
  await touchToken(ctx, row.tokenId, lastUsedAt)
  return { ...account, rights: rightsOf(rights, account.role), authenticatedAt: null }
}

/** The last use of a token is stored only this exactly, since each request would otherwise be a write. */
const USED_EVERY_MS = 5 * MINUTE_MS

async function touchToken({ db, now }: Request, id: number, lastUsedAt: string | null): Promise<void> {
  const at = now().getTime()
  if (lastUsedAt && at - Date.parse(lastUsedAt) < USED_EVERY_MS) return
  const update = inTransaction(db, (trx) =>
    trx
      .updateTable("apiTokens")
      .set({ lastUsedAt: new Date(at).toISOString() })
      .where("id", "=", id)
      .execute(),
  )
  // A full disk or a long write must not fail a read.
  await update.catch((error) => {
    if (!databaseFailure(error)) throw error
  })
}
