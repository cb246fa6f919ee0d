import { hash, randomBytes } from "node:crypto"
import { messages } from "#server/contract/response-messages.ts"
import type { Database, Transaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"

/** 128 bits. */
const TOKEN_BYTES = 16

/** After the last change of the request. */
const LIFETIME_MS = 180 * 24 * 3_600_000

/** The oldest ones make room: each sending of a request gets a link of its own. */
const LINKS_MAX = 10

/** The path of the request's status page. The database has the hash of the token alone. */
export async function createStatusLink(trx: Transaction, messageId: number, now: Date): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url")
  await trx
    .insertInto("messageLinks")
    .values({ tokenHash: hash("sha256", token), messageId, createdAt: now.toISOString() })
    .execute()
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
  return `/demande/${token}`
}

/** The id of the request that a link shows. A request in the trash or judged spam is shown as any other. */
export async function getLinkedMessageId(db: Database, token: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom("messageLinks")
    .innerJoin("messages", "messages.id", "messageLinks.messageId")
    .select(["messages.id", "messages.createdAt", "changedAt"])
    .where("tokenHash", "=", hash("sha256", token))
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
