import { existsSync } from "node:fs"
import { join } from "node:path"
import { limitConcurrency } from "#server/concurrency-limit.ts"
import { messages } from "#server/contract/response-messages.ts"
import { type Database, inTransaction, type Transaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { writeFileAtomically } from "#server/files.ts"
import type { IngestedImage } from "#server/images/ingest.ts"
import type { Context } from "#server/trpc/context.ts"
import { deleteUnreferencedFiles } from "./deletion.ts"

/** A file that goes and one that comes may be the same: the store changes one step at a time. */
const inTurn = limitConcurrency({ atOnce: 1, waiting: 200 })

/** Stores pictures, and does the further writes in the transaction of their rows: all of it, or nothing. */
export async function addImages<Result>(
  ctx: Context,
  images: readonly IngestedImage[],
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  const result = await inTurn(async () => {
    const added = images.filter(({ name }) => !isStored(ctx.uploads, name)).map(({ name }) => name)
    try {
      await putMissing(ctx, images)
      const result = await inTransaction(ctx.db, async (trx) => {
        await insertImages(trx, images, ctx.now())
        return work(trx)
      })
      // Another process may have cleaned up an unused file before its row came back, never after.
      await putMissing(ctx, images)
      return result
    } catch (error) {
      await deleteUnreferencedFiles(ctx, added)
      throw error
    }
  })
  ctx.variants.prepare(images)
  return result
}

/** Does the writes, then removes the files of the pictures that they let go of. */
export function deleteImages<Result extends { dropped: readonly { name: string }[] }>(
  ctx: Context,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTurn(async () => {
    const result = await inTransaction(ctx.db, work)
    await deleteUnreferencedFiles(
      ctx,
      result.dropped.map(({ name }) => name),
    )
    return result
  })
}

/** Forgets those of the pictures that no project uses any more. */
export async function deleteUnusedImages(trx: Transaction, names: readonly string[]): Promise<{ name: string }[]> {
  if (names.length === 0) return []
  return trx
    .deleteFrom("images")
    .where("name", "in", names)
    .where("name", "not in", trx.selectFrom("projectImages").select("image").where("image", "in", names))
    .returning("name")
    .execute()
}

/** Throws for a name that the store does not hold. */
export async function requireImages(db: Database, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const held = await db.selectFrom("images").select("name").where("name", "in", names).execute()
  const unknown = names.find((name) => !held.some((image) => image.name === name))
  if (unknown === undefined) return
  const message = `${messages.unknownImage} : ${unknown}`
  throw new AppError("invalid", message, { fields: { images: message } })
}

/** A picture that is there already counts as new again: an unused one is kept for a day. */
async function insertImages(trx: Transaction, images: readonly IngestedImage[], now: Date) {
  const createdAt = now.toISOString()
  for (const { content, ...facts } of images) {
    await trx
      .insertInto("images")
      .values({ ...facts, bytes: content.length, createdAt })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ createdAt }))
      .execute()
  }
}

async function putMissing({ uploads }: Context, images: readonly IngestedImage[]) {
  for (const { name, content } of images) {
    if (!isStored(uploads, name)) await writeFileAtomically(uploads, name, content)
  }
}

function isStored(uploads: string, name: string) {
  return existsSync(join(uploads, name))
}
