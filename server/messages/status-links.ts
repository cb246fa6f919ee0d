import type { Insertable } from "kysely"
import { REQUEST_LINK_MS } from "#server/contract/durations.ts"
import { PRIVATE_PATHS } from "#server/contract/private-paths.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { AppError } from "#server/errors.ts"
import { createSecret, hashSecret } from "#server/secrets.ts"
import type { Context } from "#server/trpc/context.ts"
import { limitGuesses } from "#server/trpc/rate-limits.ts"

const TOKEN_BYTES = 16

/** This many links of repeated sendings are kept. */
const REPEATED_LINKS_MAX = 10

/** One client may try this many invalid links. */
const guessLimit = { action: "status link", maxEvents: 20, windowSeconds: 600 }

/** Returns the path of the request's status page. Only the token's hash is stored. */
export function createStatusLink(trx: Transaction, messageId: number, now: Date): Promise<string> {
  return insertLink(trx, { messageId, createdAt: now.toISOString(), isRepeat: 0 })
}

/**
 * Returns the path for a request that was sent again, maybe by somebody else. Beyond their number its link replaces the
 * youngest of its kind, so that nobody takes the sender's own away.
 */
export async function createRepeatedLink(trx: Transaction, messageId: number, now: Date): Promise<string> {
  const surplus = trx
    .selectFrom("messageLinks")
    .select("tokenHash")
    .where("messageId", "=", messageId)
    .where("isRepeat", "=", 1)
    .orderBy("createdAt")
    .orderBy("tokenHash")
    .offset(REPEATED_LINKS_MAX - 1)
    .limit(1)
  await trx.deleteFrom("messageLinks").where("tokenHash", "=", surplus).execute()
  return insertLink(trx, { messageId, createdAt: now.toISOString(), isRepeat: 1 })
}

async function insertLink(trx: Transaction, link: Omit<Insertable<Schema["messageLinks"]>, "tokenHash">) {
  const token = createSecret(TOKEN_BYTES)
  await trx
    .insertInto("messageLinks")
    .values({ tokenHash: hashSecret(token), ...link })
    .execute()
  return PRIVATE_PATHS.request + token
}

export async function deleteStatusLink(trx: Transaction, path: string): Promise<void> {
  const tokenHash = hashSecret(path.slice(PRIVATE_PATHS.request.length))
  await trx.deleteFrom("messageLinks").where("tokenHash", "=", tokenHash).execute()
}

/** Returns the id of the request of a visitor's link. */
export function openStatusLink(ctx: Context, token: string): Promise<number> {
  return limitGuesses(ctx, guessLimit, () => getLinkedMessageId(ctx.db, token, ctx.now()))
}

/** Returns the id of the request that a link shows, even if that is in the trash or judged spam. */
export async function getLinkedMessageId(db: Database, token: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom("messageLinks")
    .innerJoin("messages", "messages.id", "messageLinks.messageId")
    .select(["messages.id", "messages.createdAt", "changedAt"])
    .where("tokenHash", "=", hashSecret(token))
    .where("erasureBatch", "is", null)
    .executeTakeFirst()
  if (!row || Date.parse(row.changedAt ?? row.createdAt) + REQUEST_LINK_MS <= now.getTime()) {
    throw new AppError("not_found", responseTexts.requestLinkGone)
  }
  return row.id
}

export async function expiryOf(db: Database, messageId: number): Promise<string> {
  const { createdAt, changedAt } = await db
    .selectFrom("messages")
    .select(["createdAt", "changedAt"])
    .where("id", "=", messageId)
    .executeTakeFirstOrThrow()
  return new Date(Date.parse(changedAt ?? createdAt) + REQUEST_LINK_MS).toISOString()
}
