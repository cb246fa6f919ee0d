import { REQUEST_LINK_MS } from "#server/contract/durations.ts"
import type { SentRequest } from "#server/contract/messages.ts"
import { PRIVATE_PATHS } from "#server/contract/private-paths.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { openSigner } from "#server/database/signing-key.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { hashSecret } from "#server/secrets.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { openStatusLink } from "./status-links.ts"

/** An account lists so many requests. */
const LISTED_MAX = 100

/** Lists the requests of an account whose status pages still open, from the newest. */
export async function listOwnRequests({ db, account, now }: AccountContext): Promise<SentRequest[]> {
  const rows = await db
    .selectFrom("messageLinks")
    .innerJoin("messages", "messages.id", "messageLinks.messageId")
    .select(["messages.id", "reference", "sector", "messages.createdAt", "changedAt"])
    .where("messageLinks.accountId", "=", account.id)
    .where("erasureBatch", "is", null)
    .orderBy("messages.createdAt", "desc")
    .orderBy("messages.id", "desc")
    .limit(LISTED_MAX)
    .execute()
  const sign = await openSigner(db)
  const isValid = (row: (typeof rows)[number]) =>
    Date.parse(row.changedAt ?? row.createdAt) + REQUEST_LINK_MS > now().getTime()
  return rows.filter(isValid).map(({ id, reference, sector, createdAt }) => ({
    reference: reference ?? "",
    statusUrl: PRIVATE_PATHS.request + sign("request", account.id, id),
    sector,
    sentAt: Date.parse(createdAt),
  }))
}

/** Adds the request of a link to the caller's own ones. */
export async function keepRequest(ctx: AccountContext, token: string): Promise<void> {
  const messageId = await openStatusLink(ctx, token)
  await inTransaction(ctx.db, (trx) => addToAccount(trx, ctx.account.id, messageId, ctx.now()))
}

/** Removes a request from the caller's own ones; its other links stay valid. */
export async function releaseRequest(ctx: AccountContext, token: string): Promise<void> {
  const messageId = await openStatusLink(ctx, token)
  await inTransaction(ctx.db, async (trx) => {
    const own = trx.deleteFrom("messageLinks").where("accountId", "=", ctx.account.id)
    await own.where("messageId", "=", messageId).execute()
  })
}

/** Whether the caller's account has the request; null for a visitor. */
export async function isKept(ctx: Context, messageId: number): Promise<boolean | null> {
  const account = await ctx.currentAccount()
  if (!account || account.missingFactor) return null
  const link = await ctx.db
    .selectFrom("messageLinks")
    .select("tokenHash")
    .where("accountId", "=", account.id)
    .where("messageId", "=", messageId)
    .executeTakeFirst()
  return link !== undefined
}

/** Returns the id of the account that a request is sent from: one that the call names must be the caller's. */
export async function findSender(ctx: Context): Promise<number | undefined> {
  const account = await ctx.currentAccount()
  if (!account || account.missingFactor || account.tokenId !== undefined) return undefined
  return (ctx.expectedAccount ?? account.id) === account.id ? account.id : undefined
}

/**
 * Gives an account a link to a request. Its token follows from both, so that it can be shown again although only its
 * hash is stored.
 */
export async function addToAccount(trx: Transaction, accountId: number, messageId: number, now: Date): Promise<void> {
  const tokenHash = hashSecret((await openSigner(trx))("request", accountId, messageId))
  await trx
    .insertInto("messageLinks")
    .values({ tokenHash, messageId, accountId, createdAt: now.toISOString(), isRepeat: 0 })
    .onConflict((conflict) => conflict.column("tokenHash").doNothing())
    .execute()
}
