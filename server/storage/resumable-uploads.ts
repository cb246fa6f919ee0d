import { randomUUID } from "node:crypto"
import { openAsBlob } from "node:fs"
import { open, rm } from "node:fs/promises"
import type { Selectable } from "kysely"
import { DAY_MS } from "#server/contract/durations.ts"
import { BYTES_MAX } from "#server/contract/images.ts"
import { messages } from "#server/contract/response-messages.ts"
import type { UploadStart } from "#server/contract/uploads.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { temporaryPath } from "#server/files.ts"
import type { ImageContext } from "./deletion.ts"
import { rejectMissingFolder } from "./image-store.ts"

export type Upload = Selectable<Schema["uploads"]>

export const UPLOAD_LIFETIME_MS = DAY_MS

/** Beyond this number the owner's oldest upload is deleted. */
export const UNFINISHED_MAX = 24

/** An account or a visitor. Whoever knows the id of a visitor's upload may continue it, from any IP address. */
interface Owner {
  accountId: number | null
  client: string | null
}

type OwnAccount = Pick<Owner, "accountId">

/** Stores a picture and runs the callback in the transaction of its row; returns its name. */
type StorePicture = (
  file: File,
  inSameTransaction: (trx: Transaction, names: readonly string[]) => Promise<void>,
) => Promise<readonly string[]>

export async function createUpload(
  { db, now: clock }: ImageContext,
  owner: Owner,
  { name, length }: UploadStart,
  inSameTransaction: (trx: Transaction) => Promise<unknown> = async () => {},
): Promise<Upload> {
  if (length > BYTES_MAX) {
    const fields = { images: `${name} : ${messages.imageTooLarge}` }
    throw new AppError("too_large", messages.imageTooLarge, { fields })
  }
  const now = clock()
  const expiresAt = new Date(now.getTime() + UPLOAD_LIFETIME_MS).toISOString()
  const upload = { id: randomUUID(), ...owner, fileName: name, length }
  return inTransaction(db, async (trx) => {
    await inSameTransaction(trx)
    const created = await trx
      .insertInto("uploads")
      .values({ ...upload, createdAt: now.toISOString(), expiresAt })
      .returningAll()
      .executeTakeFirstOrThrow()
    await deleteBeyondMax(trx, owner)
    return created
  })
}

async function deleteBeyondMax(trx: Transaction, { accountId, client }: Owner): Promise<void> {
  const unfinished = trx
    .selectFrom("uploads")
    .select("id")
    .where((is) => (accountId === null ? is("client", "=", client) : is("accountId", "=", accountId)))
    .where("image", "is", null)
    .orderBy("createdAt", "desc")
    .orderBy("id")
  const [oldest] = await unfinished.offset(UNFINISHED_MAX).limit(1).execute()
  if (oldest) await trx.deleteFrom("uploads").where("id", "=", oldest.id).execute()
}

/** Throws `not_found` for an expired upload, and for one that another account began. */
export async function getUpload(
  { db, now }: Pick<ImageContext, "db" | "now">,
  { accountId }: OwnAccount,
  id: string,
): Promise<Upload> {
  const upload = await db
    .selectFrom("uploads")
    .selectAll()
    .where("id", "=", isUploadId(id) ? id : "")
    .where("accountId", accountId === null ? "is" : "=", accountId)
    .where("expiresAt", ">", now().toISOString())
    .executeTakeFirst()
  if (!upload) throw new AppError("not_found", messages.uploadNotFound)
  return upload
}

/** PostgreSQL cannot compare a text that contains NUL. */
function isUploadId(id: string): boolean {
  return /^[0-9a-f-]{36}$/.test(id)
}

export interface UploadChunk {
  offset: number
  content: Buffer
  isLast: boolean
}

/** Appends a chunk if the upload has reached its offset; of two chunks with one offset only one is appended. */
export async function appendChunk(
  ctx: ImageContext,
  owner: OwnAccount,
  id: string,
  { offset, content, isLast }: UploadChunk,
): Promise<{ isAppended: boolean; upload: Upload }> {
  const isAppended = await inTransaction(ctx.db, async (trx) => {
    const upload = await getUpload({ ...ctx, db: trx }, owner, id)
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
  return { isAppended, upload: await getUpload(ctx, owner, id) }
}

/**
 * Stores the image of an upload whose chunks have all arrived, and returns its name. A repetition returns the same
 * name, since a client may not have received the first response. A rejected file is deleted.
 */
export async function completeUpload(ctx: ImageContext, upload: Upload, store: StorePicture): Promise<string> {
  const { id, image, length, fileName } = upload
  if (image) return image
  const path = temporaryPath(ctx.images.temporaryFolder)
  try {
    if ((await writeParts(ctx.db, id, path)) !== length) throw new AppError("not_found", messages.uploadNotFound)
    const file = new File([await openAsBlob(path)], fileName)
    const [name = ""] = await store(file, (trx, names) => finish(trx, id, names))
    return name
  } catch (error) {
    const { image } = await getUpload(ctx, upload, id)
    if (image) return image
    if (isRejection(error)) await deleteUpload(ctx, upload, id)
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

/** Writes one chunk at a time, to save memory. Returns the number of bytes. */
async function writeParts(db: Database, uploadId: string, path: string): Promise<number> {
  await using file = await open(path, "wx").catch(rejectMissingFolder)
  let written = 0
  for (;;) {
    const chunk = await db
      .selectFrom("uploadParts")
      .select("content")
      .where("uploadId", "=", uploadId)
      .where("start", "=", written)
      .executeTakeFirst()
    if (!chunk) return written
    await file.writeFile(chunk.content)
    written += chunk.content.length
  }
}

/** Throws if another request was faster, or if the upload was cancelled meanwhile. */
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

/** Whether the file is invalid, so that a repetition would fail too. */
function isRejection(error: unknown): boolean {
  return error instanceof AppError && ["invalid", "too_large", "unsupported"].includes(error.code)
}

/** Deletes an upload, but keeps the image of a complete one. */
export async function deleteUpload(ctx: ImageContext, owner: OwnAccount, id: string): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    await getUpload({ ...ctx, db: trx }, owner, id)
    await trx.deleteFrom("uploads").where("id", "=", id).execute()
  })
}

export async function deleteExpiredUploads(db: Database, now: Date): Promise<void> {
  await inTransaction(db, (trx) => trx.deleteFrom("uploads").where("expiresAt", "<=", now.toISOString()).execute())
}
