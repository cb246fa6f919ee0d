import type { Insertable } from "kysely"
import { DAY_MS } from "#server/contract/durations.ts"
import { PICTURES_MAX } from "#server/contract/message-pictures.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { UploadStart } from "#server/contract/uploads.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { fieldError } from "#server/errors.ts"
import { ingestImages } from "#server/images/ingest.ts"
import { addPrivateImages } from "#server/images/store/image-rows.ts"
import { createUpload, type Upload } from "#server/images/store/resumable-uploads.ts"
import { requireRoomForVisitors } from "#server/images/store/room-for-visitors.ts"
import type { Context } from "#server/trpc/context.ts"
import { checkRateLimit, consumeRateLimit, limitClient, refundRateLimit } from "#server/trpc/rate-limits.ts"

const pictureLimit = { action: "contact photo", maxEvents: 20, windowSeconds: 600 }

/** Beyond these, rejected pictures count as sent ones, since decoding is expensive even if it fails. */
const rejectedLimit = { action: "rejected photo", maxEvents: 40, windowSeconds: 600 }

/** Visitors begin more uploads than they send pictures, since they remove some of them. */
const uploadLimit = { action: "contact upload", maxEvents: 40, windowSeconds: 600 }

export function createPictureUpload(ctx: Context, start: UploadStart): Promise<Upload> {
  return createUpload(ctx, { accountId: null, client: ctx.rateLimitKey }, start, async (trx) => {
    await limitClient(trx, ctx, uploadLimit)
    await requireRoomForVisitors(trx, ctx.now(), start.length)
  })
}

/** Rejects a body with pictures before it is read, if they could not be stored. */
export async function requireRoomForPictures(ctx: Context): Promise<void> {
  await checkRateLimit(ctx, pictureLimit)
  await requireRoomForVisitors(ctx.db, ctx.now())
}

/** Stores pictures that only readers of messages see; those that no request names within a day are deleted. */
export async function uploadPictures(
  ctx: Context,
  files: readonly File[],
  inSameTransaction: (trx: Transaction, names: readonly string[]) => Promise<void> = async () => {},
): Promise<string[]> {
  if (files.length === 0) throw fieldError("images", responseTexts.noImages)
  if (files.length > PICTURES_MAX) throw fieldError("images", responseTexts.tooManyPictures)
  const counted = ctx.rateLimits ? await countPictures(ctx, files.length) : []
  try {
    const images = await ingestImages(files)
    const names = images.map(({ name }) => name)
    await addPrivateImages(ctx, images, (trx) => inSameTransaction(trx, names))
    return names
  } catch (error) {
    await refundPictures(ctx, counted).catch(() => undefined)
    throw error
  }
}

/** Counts before decoding, so that a client over the limit causes none. Returns the ids of the events. */
function countPictures({ db, now, rateLimitKey }: Context, count: number): Promise<number[]> {
  return inTransaction(db, async (trx) => {
    const counted: number[] = []
    for (let picture = 0; picture < count; picture += 1) {
      counted.push(await consumeRateLimit(trx, pictureLimit, rateLimitKey, now()))
    }
    return counted
  })
}

/** Refunds pictures that were not stored, or throws `throttled`. */
function refundPictures({ db, now, rateLimitKey }: Context, counted: readonly number[]): Promise<void> {
  return inTransaction(db, async (trx) => {
    for (const _picture of counted) await consumeRateLimit(trx, rejectedLimit, rateLimitKey, now())
    await refundRateLimit(trx, counted)
  })
}

/** A request has this many pictures, with those of its sender's additions. */
const REQUEST_PICTURES_MAX = 12

/** Adds the pictures in the order of their names, unless the request has pictures already; returns whether it has. */
export async function addPictures(
  trx: Transaction,
  messageId: number,
  names: readonly string[] = [],
  now: Date,
): Promise<boolean> {
  if (names.length === 0 || (await listImages(trx, messageId)).length > 0) return false
  await insertPictures(trx, messageId, [...new Set(names)], now)
  return true
}

/** Adds the pictures that the request lacks behind those that it has, and returns whether there were any. */
export async function addMorePictures(
  trx: Transaction,
  messageId: number,
  names: readonly string[] = [],
  now: Date,
): Promise<boolean> {
  const stored = await listImages(trx, messageId)
  const wanted = [...new Set(names)].filter((name) => !stored.includes(name))
  if (wanted.length === 0) return false
  if (stored.length + wanted.length > REQUEST_PICTURES_MAX) {
    // In this field, since those of the other one can be sent again.
    throw fieldError("images", responseTexts.tooManyAddedPictures)
  }
  await insertPictures(trx, messageId, wanted, now)
  return true
}

async function insertPictures(
  trx: Transaction,
  messageId: number,
  wanted: readonly string[],
  now: Date,
): Promise<void> {
  // Anybody reads the names of published pictures, and would have those withdrawn or kept that are not theirs.
  const uploaded = await trx
    .selectFrom("images")
    .innerJoin("visitorImages", "visitorImages.name", "images.name")
    .select(["images.name", "privateAt"])
    .where("images.name", "in", wanted)
    .where("uploadedAt", ">", new Date(now.getTime() - DAY_MS).toISOString())
    .execute()
  if (uploaded.length < wanted.length) throw fieldError("photos", responseTexts.pictureGone)
  const privateNames = new Set(uploaded.filter(({ privateAt }) => privateAt !== null).map(({ name }) => name))
  const { last } = await trx
    .selectFrom("messagePhotos")
    .select((row) => row.fn.max("position").as("last"))
    .where("messageId", "=", messageId)
    .executeTakeFirstOrThrow()
  // A picture that was removed may leave a gap.
  const first = last === null ? 0 : Number(last) + 1
  const rows = wanted.map((image, index): Insertable<Schema["messagePhotos"]> => {
    return { messageId, position: first + index, image, wasPrivate: Number(privateNames.has(image)) }
  })
  await trx.insertInto("messagePhotos").values(rows).execute()
}

/** Tells colleagues, who may have read the text, that its pictures have followed. */
export async function markUnread(trx: Transaction, id: number, now: Date): Promise<void> {
  await trx
    .updateTable("messages")
    .set({ readAt: null, changedAt: now.toISOString() })
    .where("id", "=", id)
    .where("state", "!=", "spam")
    .execute()
}

export async function listImages(db: Database, messageId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("messagePhotos")
    .select("image")
    .where("messageId", "=", messageId)
    .orderBy("position")
    .execute()
  return rows.map(({ image }) => image)
}
