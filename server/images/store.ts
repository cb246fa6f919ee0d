import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { open, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { words } from "#server/contract/words.ts"
import { type Database, type WriteTransaction, write } from "#server/database/write.ts"
import { AppError } from "#server/errors.ts"
import { describeFailure } from "#server/log.ts"
import type { Context } from "#server/trpc.ts"
import { takeTurns } from "#server/turns.ts"
import type { ReadyImage } from "./intake.ts"

/** A file that goes and one that comes may be the same: the store changes one step at a time. */
const inTurn = takeTurns({ atOnce: 1, waiting: 100 })

/** Stores pictures, and does the further writes in the transaction of their rows: all of it, or nothing. */
export function addImages<Result>(
  ctx: Context,
  images: readonly ReadyImage[],
  work: (trx: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  return inTurn(async () => {
    const added = images.filter(({ name }) => !existsSync(join(ctx.uploads, name)))
    try {
      for (const image of added) await putFile(ctx.uploads, image)
      return await write(ctx.db, async (trx) => {
        await insertImages(trx, images, ctx.now())
        return work(trx)
      })
    } catch (error) {
      await removeFiles(ctx, added)
      throw error
    }
  })
}

/** Does the writes, then removes the files of the pictures that they let go of. */
export function dropImages<Result extends { dropped: readonly { name: string }[] }>(
  ctx: Context,
  work: (trx: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  return inTurn(async () => {
    const result = await write(ctx.db, work)
    await removeFiles(ctx, result.dropped)
    return result
  })
}

/** Forgets those of the pictures that no project uses any more. */
export async function forgetUnused(trx: WriteTransaction, names: readonly string[]): Promise<{ name: string }[]> {
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
  const message = `${words.imageUnknown} : ${unknown}`
  throw new AppError("invalid", message, { fields: { images: message } })
}

/** A picture that is there already counts as new again: an unused one is kept for a day. */
async function insertImages(trx: WriteTransaction, images: readonly ReadyImage[], now: Date) {
  const createdAt = now.toISOString()
  for (const { content, ...facts } of images) {
    await trx
      .insertInto("images")
      .values({ ...facts, bytes: content.length, createdAt })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ createdAt }))
      .execute()
  }
}

/** Under its name only once it is whole and on the disk. */
async function putFile(folder: string, { name, content }: ReadyImage): Promise<void> {
  const unfinished = join(folder, `.tmp-${randomUUID()}`)
  try {
    await using file = await open(unfinished, "wx")
    await file.writeFile(content)
    await file.sync()
    await rename(unfinished, join(folder, name))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await using entries = await open(folder)
  await entries.sync()
}

/** A file that stays is no reason to fail: its row is gone, and the next clean-up finds it. */
async function removeFiles(ctx: Context, images: readonly { name: string }[]): Promise<void> {
  for (const { name } of images) {
    await rm(join(ctx.uploads, name), { force: true }).catch((error) =>
      ctx.log.warn("image not removed", { name, failure: describeFailure(error) }),
    )
  }
}
