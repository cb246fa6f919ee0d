import { randomUUID } from "node:crypto"
import { openAsBlob } from "node:fs"
import { open, rm } from "node:fs/promises"
import type { Selectable } from "kysely"
import { forEachConcurrently } from "#server/concurrency-limit.ts"
import { DAY_MS } from "#server/contract/durations.ts"
import { BYTES_MAX } from "#server/contract/images.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { UploadStart } from "#server/contract/uploads.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { temporaryPath } from "#server/files.ts"
import type { ImageContext } from "./deletion.ts"
import { listOlder, rejectMissingFolder } from "./image-store.ts"

export type Upload = Selectable<Schema["uploads"]>

type UploadPart = Selectable<Schema["uploadParts"]>

export const UPLOAD_LIFETIME_MS = DAY_MS

/** Beyond this number the owner's oldest upload is deleted. */
export const UNFINISHED_MAX = 24

/** An account or a visitor. Whoever knows the id of a visitor's upload may continue it, from any IP address. */
type Owner = Pick<Schema["uploads"], "accountId" | "client">

export type OwnAccount = Pick<Owner, "accountId">

/** Stores a picture and runs the callback in the transaction of its row; returns its name. */
export type StorePicture = (
  file: File,
  inSameTransaction: (trx: Transaction, names: readonly string[]) => Promise<void>,
) => Promise<readonly string[]>

export async function createUpload(
  ctx: ImageContext,
  owner: Owner,
  { name, length }: UploadStart,
  inSameTransaction: (trx: Transaction) => Promise<unknown> = async () => {},
): Promise<Upload> {
  if (length > BYTES_MAX) {
    const fields = { images: `${name} : ${responseTexts.imageTooLarge}` }
    throw new AppError("too_large", responseTexts.imageTooLarge, { fields })
  }
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + UPLOAD_LIFETIME_MS).toISOString()
  const { created, parts } = await inTransaction(ctx.db, async (trx) => {
    await inSameTransaction(trx)
    const created = await trx
      .insertInto("uploads")
      .values({ id: randomUUID(), ...owner, fileName: name, length, createdAt: now.toISOString(), expiresAt })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { created, parts: await deleteBeyondMax(trx, owner) }
  })
  await deleteParts(ctx, parts)
  return created
}

/** Returns the names of the deleted parts. */
async function deleteBeyondMax(trx: Transaction, { accountId, client }: Owner): Promise<string[]> {
  const unfinished = trx
    .selectFrom("uploads")
    .select("id")
    .where((is) => (accountId === null ? is("client", "=", client) : is("accountId", "=", accountId)))
    .where("image", "is", null)
    .orderBy("createdAt", "desc")
    .orderBy("id")
  const [oldest] = await unfinished.offset(UNFINISHED_MAX).limit(1).execute()
  return deleteRows(trx, oldest ? [oldest.id] : [])
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
  if (!upload) throw new AppError("not_found", responseTexts.uploadNotFound)
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
  const upload = await getUpload(ctx, owner, id)
  if (upload.received !== offset) return { isAppended: false, upload }
  const received = offset + content.length
  if (isLast ? received !== upload.length : received > upload.length)
    throw new AppError("invalid", responseTexts.uploadLengthDiffers)
  if (content.length === 0) return { isAppended: true, upload }
  const isAppended = await addPart(ctx, { uploadId: id, start: offset }, content)
  return { isAppended, upload: await getUpload(ctx, owner, id) }
}

/** Returns false if another part, or the end of the upload, was faster. */
async function addPart(
  ctx: ImageContext,
  { uploadId, start }: Pick<UploadPart, "uploadId" | "start">,
  content: Buffer,
): Promise<boolean> {
  // Each attempt has its own object, since two requests may send different bytes for one offset.
  const name = `${uploadId}.${start}.${randomUUID()}`
  await ctx.images.parts.put(name, content)
  let isAdded = false
  try {
    isAdded = await inTransaction(ctx.db, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("uploads")
        .set({ received: start + content.length })
        .where("id", "=", uploadId)
        .where("received", "=", start)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
      await trx.insertInto("uploadParts").values({ name, uploadId, start }).execute()
      return true
    })
    return isAdded
  } finally {
    if (!isAdded) await deleteParts(ctx, [name])
  }
}

/** What cannot be deleted now is deleted as an orphan later. */
async function deleteParts({ images, log }: Pick<ImageContext, "images" | "log">, names: readonly string[]) {
  await forEachConcurrently(names, (name) => images.parts.delete(name)).catch((error) =>
    log.warn({ names, err: error }, "parts not deleted"),
  )
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
    const parts = await listParts(ctx.db, id)
    if ((await writeParts(ctx, parts, path)) !== length) throw new AppError("not_found", responseTexts.uploadNotFound)
    const file = new File([await openAsBlob(path)], fileName)
    const [name = ""] = await store(file, (trx, names) => finish(trx, id, names))
    await deleteParts(
      ctx,
      parts.map((part) => part.name),
    )
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

function listParts(db: Database, uploadId: string): Promise<UploadPart[]> {
  return db.selectFrom("uploadParts").selectAll().where("uploadId", "=", uploadId).orderBy("start").execute()
}

/** Writes one part at a time, to save memory. Returns the number of bytes up to the first missing part. */
async function writeParts({ images }: ImageContext, parts: readonly UploadPart[], path: string): Promise<number> {
  await using file = await open(path, "wx", 0o600).catch(rejectMissingFolder)
  let written = 0
  for (const { name, start } of parts) {
    const content = start === written && (await images.parts.read(name))
    if (!content) return written
    await file.writeFile(content)
    written += content.length
  }
  return written
}

/** Throws if another request was faster, or if the upload was cancelled meanwhile. */
async function finish(trx: Transaction, id: string, [image = ""]: readonly string[]): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("uploads")
    .set({ image })
    .where("id", "=", id)
    .where("image", "is", null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new AppError("not_found", responseTexts.uploadNotFound)
  await trx.deleteFrom("uploadParts").where("uploadId", "=", id).execute()
}

/** Whether the file is invalid, so that a repetition would fail too. */
function isRejection(error: unknown): boolean {
  return error instanceof AppError && ["invalid", "too_large", "unsupported"].includes(error.code)
}

/** Deletes an upload, but keeps the image of a complete one. */
export async function deleteUpload(ctx: ImageContext, owner: OwnAccount, id: string): Promise<void> {
  const names = await inTransaction(ctx.db, async (trx) => {
    await getUpload({ ...ctx, db: trx }, owner, id)
    return deleteRows(trx, [id])
  })
  await deleteParts(ctx, names)
}

/** Returns the names of the parts. */
async function deleteRows(trx: Transaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const parts = await trx.deleteFrom("uploadParts").where("uploadId", "in", ids).returning("name").execute()
  await trx.deleteFrom("uploads").where("id", "in", ids).execute()
  return parts.map(({ name }) => name)
}

/** SQLite and PostgreSQL limit the parameters of a statement; the others are deleted an hour later. */
const EXPIRED_BATCH_SIZE = 10_000

export async function deleteExpiredUploads(ctx: ImageContext): Promise<void> {
  const { db, now } = ctx
  const expired = await inTransaction(db, async (trx) => {
    const due = trx.selectFrom("uploads").select("id").where("expiresAt", "<=", now().toISOString())
    const uploads = await due.limit(EXPIRED_BATCH_SIZE).execute()
    return deleteRows(
      trx,
      uploads.map(({ id }) => id),
    )
  })
  await deleteParts(ctx, expired)
}

/** Deletes parts that belong to no upload, a day after they were stored. */
export async function deleteOrphanParts(ctx: ImageContext): Promise<void> {
  const { db, images, now } = ctx
  const names = await images.parts.list()
  const rows = await db.selectFrom("uploadParts").select("name").execute()
  const kept = new Set(rows.map(({ name }) => name))
  const orphans = names.filter((name) => !kept.has(name))
  await deleteParts(ctx, await listOlder(images.parts, orphans, new Date(now().getTime() - UPLOAD_LIFETIME_MS)))
}
