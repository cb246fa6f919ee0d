import { randomUUID } from "node:crypto"
import { openAsBlob } from "node:fs"
import { open, rm } from "node:fs/promises"
import type { Selectable } from "kysely"
import { BYTES_MAX } from "#server/contract/images.ts"
import { messages } from "#server/contract/response-messages.ts"
import type { UploadStart } from "#server/contract/uploads.ts"
import type { Schema } from "#server/database/schema.ts"
import { type Database, inTransaction, type Transaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { temporaryPath } from "#server/files.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { uploadImages } from "./commands.ts"

/** A file that arrives in parts. */
export type Upload = Selectable<Schema["uploads"]>

export const UPLOAD_LIFETIME_MS = 24 * 3_600_000

/** The oldest one of an account makes room for a new one. */
export const UNFINISHED_MAX = 24

export async function createUpload(ctx: AccountContext, { name, length }: UploadStart): Promise<Upload> {
  if (length > BYTES_MAX) {
    const fields = { images: `${name} : ${messages.imageTooLarge}` }
    throw new AppError("too_large", messages.imageTooLarge, { fields })
  }
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + UPLOAD_LIFETIME_MS).toISOString()
  const upload = { id: randomUUID(), accountId: ctx.account.id, fileName: name, length }
  return inTransaction(ctx.db, async (trx) => {
    const created = await trx
      .insertInto("uploads")
      .values({ ...upload, createdAt: now.toISOString(), expiresAt })
      .returningAll()
      .executeTakeFirstOrThrow()
    await deleteBeyondMax(trx, ctx.account.id)
    return created
  })
}

async function deleteBeyondMax(trx: Transaction, accountId: number): Promise<void> {
  const unfinished = trx
    .selectFrom("uploads")
    .select("id")
    .where("accountId", "=", accountId)
    .where("image", "is", null)
    .orderBy("createdAt", "desc")
    .orderBy("id")
  const [oldest] = await unfinished.offset(UNFINISHED_MAX).limit(1).execute()
  if (oldest) await trx.deleteFrom("uploads").where("id", "=", oldest.id).execute()
}

/** Throws `not_found` for one that has expired, and for one that another account began. */
export async function getUpload(
  { account, now }: Pick<AccountContext, "account" | "now">,
  db: Database,
  id: string,
): Promise<Upload> {
  const upload = await db
    .selectFrom("uploads")
    .selectAll()
    .where("id", "=", isUploadId(id) ? id : "")
    .where("accountId", "=", account.id)
    .where("expiresAt", ">", now().toISOString())
    .executeTakeFirst()
  if (!upload) throw new AppError("not_found", messages.uploadNotFound)
  return upload
}

/** PostgreSQL compares no text with a NUL. */
function isUploadId(id: string): boolean {
  return /^[0-9a-f-]{36}$/.test(id)
}

export interface Part {
  /** Where it begins in the file. */
  offset: number
  content: Buffer
  /** Whether the file ends with it. */
  isLast: boolean
}

/** Appends a part where the upload stands at its offset; of two at one offset, one is. */
export async function appendPart(
  ctx: AccountContext,
  id: string,
  { offset, content, isLast }: Part,
): Promise<{ isAppended: boolean; upload: Upload }> {
  const isAppended = await inTransaction(ctx.db, async (trx) => {
    const upload = await getUpload(ctx, trx, id)
    if (upload.received !== offset) return false
    const received = offset + content.length
    if (isLast ? received !== upload.length : received > upload.length)
      throw new AppError("invalid", messages.uploadLengthDiffers)
    if (content.length === 0) return true
    const { numUpdatedRows } = await trx
      .updateTable("uploads")
      .set({ received })
      .where("id", "=", id)
      .where("received", "=", offset)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    await trx.insertInto("uploadParts").values({ uploadId: id, start: offset, content }).execute()
    return true
  })
  return { isAppended, upload: await getUpload(ctx, ctx.db, id) }
}

/**
 * Stores the image of an upload whose parts have all arrived, and returns its name. Completing it again returns the same
 * name, since a client may not have received the first response. A file that is rejected is deleted.
 */
export async function completeUpload(ctx: AccountContext, { id, image, length, fileName }: Upload): Promise<string> {
  if (image) return image
  const path = temporaryPath(ctx.images.temporaryFolder)
  try {
    if ((await writeParts(ctx.db, id, path)) !== length) throw new AppError("not_found", messages.uploadNotFound)
    const file = new File([await openAsBlob(path)], fileName)
    const [name = ""] = await uploadImages(ctx, [file], (trx, names) => finish(trx, id, names))
    return name
  } catch (error) {
    const upload = await getUpload(ctx, ctx.db, id)
    if (upload.image) return upload.image
    if (isRejection(error)) await deleteUpload(ctx, id)
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

/** Reads one part at a time, to save memory. Returns the number of bytes. */
async function writeParts(db: Database, uploadId: string, path: string): Promise<number> {
  await using file = await open(path, "wx")
  let written = 0
  for (;;) {
    const part = await db
      .selectFrom("uploadParts")
      .select("content")
      .where("uploadId", "=", uploadId)
      .where("start", "=", written)
      .executeTakeFirst()
    if (!part) return written
    await file.writeFile(part.content)
    written += part.content.length
  }
}

/** Throws where another request was first, or where the upload was cancelled meanwhile. */
async function finish(trx: Transaction, id: string, [image = ""]: readonly string[]): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("uploads")
    .set({ image })
    .where("id", "=", id)
    .where("image", "is", null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new AppError("not_found", messages.uploadNotFound)
  await trx.deleteFrom("uploadParts").where("uploadId", "=", id).execute()
}

/** Whether the file itself is at fault: another attempt would fail too. */
function isRejection(error: unknown): boolean {
  return error instanceof AppError && ["invalid", "too_large", "unsupported"].includes(error.code)
}

/** Leaves the image of a complete one. */
export async function deleteUpload(ctx: AccountContext, id: string): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    await getUpload(ctx, trx, id)
    await trx.deleteFrom("uploads").where("id", "=", id).execute()
  })
}

export async function deleteExpiredUploads(db: Database, now: Date): Promise<void> {
  await inTransaction(db, (trx) => trx.deleteFrom("uploads").where("expiresAt", "<=", now.toISOString()).execute())
}
