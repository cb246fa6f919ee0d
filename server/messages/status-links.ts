import { randomBytes } from "node:crypto"
import { DAY_MS } from "#server/contract/durations.ts"
import { PRIVATE_PATHS } from "#server/contract/private-paths.ts"
import { messages } from "#server/contract/response-messages.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { AppError } from "#server/errors.ts"
import { hashSecret } from "#server/hash-secret.ts"
import { limitGuesses } from "#server/limits/rate-limits.ts"
import type { Context } from "#server/trpc/context.ts"

const TOKEN_BYTES = 16

/** A link lives this long after the last change of the request. */
const LIFETIME_MS = 180 * DAY_MS

/** Each sending and each mail of a request adds a link; the oldest beyond this number are deleted. */
const LINKS_MAX = 10

/** One client may try this many invalid links. */
const guessLimit = { action: "status link", maxEvents: 20, windowSeconds: 600 }

/** Adds a link, and returns the path of the request's status page. */
export async function createStatusLink(trx: Transaction, messageId: number, now: Date): Promise<string> {
  const path = await addStatusLink(trx, messageId, now)
  await deleteSurplusLinks(trx, messageId)
  return path
}

/** Does not delete surplus links, since the new one may have to be deleted again. Only the token's hash is stored. */
export async function addStatusLink(trx: Transaction, messageId: number, now: Date): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url")
  await trx
    .insertInto("messageLinks")
    .values({ tokenHash: hashSecret(token), messageId, createdAt: now.toISOString() })
    .execute()
  return PRIVATE_PATHS.request + token
}

export async function deleteStatusLink(trx: Transaction, path: string): Promise<void> {
  const tokenHash = hashSecret(path.slice(PRIVATE_PATHS.request.length))
  await trx.deleteFrom("messageLinks").where("tokenHash", "=", tokenHash).execute()
}

export async function deleteSurplusLinks(trx: Transaction, messageId: number): Promise<void> {
  const newest = trx
    .selectFrom("messageLinks")
    .select("tokenHash")
    .where("messageId", "=", messageId)
    .orderBy("createdAt", "desc")
    .orderBy("tokenHash")
  const surplus = await newest.offset(LINKS_MAX).limit(LINKS_MAX).execute()
  for (const { tokenHash } of surplus) {
    await trx.deleteFrom("messageLinks").where("tokenHash", "=", tokenHash).execute()
  }
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
  if (!row || Date.parse(row.changedAt ?? row.createdAt) + LIFETIME_MS <= now.getTime()) {
    throw new AppError("not_found", messages.requestLinkGone)
  }
  return row.id
}

export async function expiryOf(db: Database, messageId: number): Promise<string> {
  const { createdAt, changedAt } = await db
    .selectFrom("messages")
    .select(["createdAt", "changedAt"])
    .where("id", "=", messageId)
    .executeTakeFirstOrThrow()
  return new Date(Date.parse(changedAt ?? createdAt) + LIFETIME_MS).toISOString()
}
