import type { ExpressionBuilder, Insertable } from "kysely"
import { limitConcurrency } from "#server/concurrency-limit.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { withSharedImageLock } from "#server/database/image-lock.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { fieldError } from "#server/errors.ts"
import { deleteUnreferencedFiles, type ImageContext } from "./deletion.ts"
import type { ImageStore, StoredImage } from "./image-store.ts"
import { settleAll } from "./settle-all.ts"

/** Uploads and deletions run one at a time, since each holds a connection for its lock; they wait 30 s at most. */
const serialize = limitConcurrency({ concurrency: 1, queueSize: 200, waitMs: 30_000 })

/** This many images are sent to the store at once. */
const CONCURRENT_PUTS = 4

/** Stores images, and runs the callback in the transaction of their rows, so that all of it happens or nothing. */
export function addImages<Result>(
  ctx: ImageContext,
  added: readonly StoredImage[],
  inSameTransaction: (trx: Transaction) => Promise<Result>,
  insert = insertRows,
): Promise<Result> {
  const { db, images, now } = ctx
  return serialize(async () => {
    let missing: StoredImage[] = []
    try {
      return await withSharedImageLock(db, async () => {
        missing = await filterMissing(images, added)
        await putAll(images, missing)
        return await inTransaction(db, async (trx) => {
          await insert(trx, added, now())
          return inSameTransaction(trx)
        })
      })
    } catch (error) {
      const names = missing.map(({ name }) => name)
      await deleteUnreferencedFiles(ctx, names)
      throw error
    }
  })
}

/** Adds the images of a visitor, which are private unless the site has them already. */
export function addPrivateImages(
  ctx: ImageContext,
  added: readonly StoredImage[],
  inSameTransaction: (trx: Transaction) => Promise<void>,
): Promise<void> {
  return addImages(ctx, added, inSameTransaction, insertPrivateRows)
}

/** Runs `work` in a transaction, then deletes the files of the images whose rows it deleted. */
export function deleteImages<Result extends { dropped: readonly { name: string }[] }>(
  ctx: ImageContext,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  return serialize(async () => {
    const result = await inTransaction(ctx.db, work)
    await deleteUnreferencedFiles(
      ctx,
      result.dropped.map(({ name }) => name),
    )
    return result
  })
}

/** Deletes the rows of those images that nothing uses any more and that the library does not contain. */
export async function deleteUnusedImages(trx: Transaction, names: readonly string[]): Promise<{ name: string }[]> {
  if (names.length === 0) return []
  const deleted = await trx.deleteFrom("images").where(isUnused(names)).returning("name").execute()
  await deleteDetails(trx, deleted)
  return deleted
}

/** Whether it is one of the images, nothing uses it, and the library and its trash do not contain it. */
function isUnused(names: readonly string[]) {
  return (is: ExpressionBuilder<Schema, "images">) =>
    is.and([
      is("name", "in", names),
      is("name", "not in", is.selectFrom("projectImages").select("image").where("image", "in", names)),
      is("name", "not in", is.selectFrom("contentImages").select("image").where("image", "in", names)),
      is("name", "not in", is.selectFrom("projectRevisionImages").select("image").where("image", "in", names)),
      is("name", "not in", is.selectFrom("messagePhotos").select("image").where("image", "in", names)),
      is("libraryAt", "is", null),
      is("deletedAt", "is", null),
    ])
}

export async function deleteDetails(trx: Transaction, images: readonly { name: string }[]): Promise<void> {
  if (images.length === 0) return
  const names = images.map(({ name }) => name)
  await trx.deleteFrom("imageDetails").where("name", "in", names).execute()
}

/** Returns those of the names that are names of stored images outside of the trash, without visitors' private ones. */
export async function listStoredImages(db: Database, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db
    .selectFrom("images")
    .select("name")
    .where("name", "in", names)
    .where("deletedAt", "is", null)
    .where("privateAt", "is", null)
    .execute()
  return new Set(rows.map(({ name }) => name))
}

/** Throws unless each name is that of a stored image outside of the trash. */
export async function requireImages(db: Database, names: readonly string[]): Promise<void> {
  const stored = await listStoredImages(db, names)
  const unknown = names.find((name) => !stored.has(name))
  if (unknown !== undefined) throw fieldError("images", `${responseTexts.unknownImage} : ${unknown}`)
}

/**
 * Makes an image that is stored already count as new, so that the garbage collection leaves it for another day, takes
 * it out of the trash, and lets it no longer be a visitor's alone.
 */
async function insertRows(trx: Transaction, images: readonly StoredImage[], now: Date) {
  for (const image of images) {
    const row = rowOf(image, now)
    const { createdAt, hash, fileName, fileNameFolded } = row
    await trx
      .insertInto("images")
      .values(row)
      .onConflict((conflict) =>
        conflict.column("name").doUpdateSet((existing) => ({
          createdAt,
          deletedAt: null,
          privateAt: null,
          hash,
          fileName: existing.fn.coalesce("images.fileName", existing.val(fileName)),
          fileNameFolded: existing.fn.coalesce("images.fileNameFolded", existing.val(fileNameFolded)),
        })),
      )
      .execute()
  }
}

/** Leaves an image that is stored already as it is, and only keeps it from the garbage collection for another day. */
async function insertPrivateRows(trx: Transaction, images: readonly StoredImage[], now: Date) {
  const uploadedAt = now.toISOString()
  const rows = images.map((image): Insertable<Schema["images"]> => ({ ...rowOf(image, now), privateAt: uploadedAt }))
  const names = images.map(({ name }) => name)
  await trx.updateTable("images").set({ createdAt: uploadedAt }).where(isUnused(names)).execute()
  await trx
    .insertInto("images")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx
    .insertInto("visitorImages")
    .values([...new Set(names)].map((name) => ({ name, uploadedAt })))
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ uploadedAt }))
    .execute()
}

function rowOf({ content, fileName, ...columns }: StoredImage, now: Date) {
  return {
    ...columns,
    fileName,
    fileNameFolded: normalizeForSearch(fileName),
    bytes: content.length,
    createdAt: now.toISOString(),
  } satisfies Insertable<Schema["images"]>
}

async function filterMissing({ originals }: ImageStore, images: readonly StoredImage[]): Promise<StoredImage[]> {
  const exist = await Promise.all(images.map(({ name }) => originals.exists(name)))
  return images.filter((_, index) => !exist[index])
}

async function putAll({ originals }: ImageStore, images: readonly StoredImage[]): Promise<void> {
  for (let start = 0; start < images.length; start += CONCURRENT_PUTS) {
    const chunk = images.slice(start, start + CONCURRENT_PUTS)
    await settleAll(chunk.map(({ name, content }) => originals.put(name, content)))
  }
}
