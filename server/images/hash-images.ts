import { countFound } from "#server/database/core/count-found.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { toAppError } from "#server/errors.ts"
import type { ImageContext } from "#server/images/store/deletion.ts"
import { limitDecoding, loadSharp } from "./decoding.ts"
import { perceptualHash } from "./perceptual-hash.ts"

/** One run decodes at most this many images, so that a new version does not decode a whole store at its start. */
const CHUNK_SIZE = 200

export function countImagesWithoutHash(db: Database): Promise<number> {
  return countFound(db, db.selectFrom("images").where("hash", "is", null))
}

/** Computes the perceptual hashes of images that were stored before hashes existed. */
export async function hashImages({ db, images, log }: Omit<ImageContext, "now">): Promise<void> {
  const rows = await db.selectFrom("images").select("name").where("hash", "is", null).limit(CHUNK_SIZE).execute()
  if (rows.length === 0) return
  const hashes = new Map<string, string>()
  for (const { name } of rows) {
    const content = await images.originals.read(name)
    try {
      hashes.set(name, content ? await limitDecoding(() => perceptualHash(loadSharp()(content))) : "")
    } catch (error) {
      // Too many other images are being decoded, so the next run tries again.
      if (toAppError(error).code === "unavailable") break
      log.warn({ name, err: error }, "image has no perceptual hash")
      hashes.set(name, "")
    }
  }
  // They share a transaction, since each update may increment the content version.
  await inTransaction(db, async (trx) => {
    for (const [name, hash] of hashes) {
      await trx.updateTable("images").set({ hash }).where("name", "=", name).where("hash", "is", null).execute()
    }
  })
}
