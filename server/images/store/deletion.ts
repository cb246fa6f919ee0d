import type { Database } from "#server/database/core/database.ts"
import { withExclusiveImageLock } from "#server/database/image-lock.ts"
import { toAppError } from "#server/errors.ts"
import type { Log } from "#server/log.ts"
import { deleteVariants, type ImageStore } from "./image-store.ts"
import { settleAll } from "./settle-all.ts"

export interface ImageContext {
  db: Database
  images: ImageStore
  log: Log
  now: () => Date
}

/** Chunks are small, since uploads wait while one is deleted from a remote store. */
const CHUNK_SIZE = 6

/** Deletes the files of images without a row, and their variants; what fails is left to the garbage collection. */
export async function deleteUnreferencedFiles(ctx: ImageContext, names: readonly string[]): Promise<void> {
  const { images, log } = ctx
  try {
    for (let start = 0; start < names.length; start += CHUNK_SIZE) {
      const deleted = await deleteChunk(ctx, names.slice(start, start + CHUNK_SIZE))
      await Promise.all(deleted.map((name) => deleteVariants(images, name)))
    }
  } catch (error) {
    log.warn({ names, err: error }, "images not deleted")
  }
}

function deleteChunk(ctx: ImageContext, names: readonly string[]): Promise<string[]> {
  const { db, now } = ctx
  return withExclusiveImageLock(db, async () => {
    if (await areDeletionsLeased(db, now())) return []
    const referenced = await listReferencedNames(db, names)
    const unreferenced = names.filter((name) => !referenced.has(name))
    const deleted = await settleAll(unreferenced.map((name) => deleteFile(ctx, name)))
    return deleted.flat()
  })
}

async function deleteFile({ images, log }: ImageContext, name: string): Promise<string[]> {
  try {
    await images.originals.delete(name)
    return [name]
  } catch (error) {
    // The store is unavailable, so deleting the other files would fail as well.
    if (toAppError(error).code === "unavailable") throw error
    log.warn({ name, err: error }, "image not deleted")
    return []
  }
}

/** Lists images that have a row, and those without one that projects or their revisions show. */
export async function listReferencedNames(db: Database, among?: readonly string[]): Promise<Set<string>> {
  let stored = db.selectFrom("images").select("name")
  let shown = db.selectFrom("projectImages").select("image as name")
  let earlier = db.selectFrom("projectRevisionImages").select("image as name")
  if (among) {
    stored = stored.where("name", "in", among)
    shown = shown.where("image", "in", among.flatMap(listReferences))
    earlier = earlier.where("image", "in", among.flatMap(listReferences))
  }
  const rows = await stored.union(shown).union(earlier).execute()
  return new Set(rows.map(({ name }) => nameOfReference(name)))
}

/** In imported projects, image names may have these prefixes. */
const PATHS = ["/uploads/", "\\uploads\\"]

/** Returns all spellings of a stored image's name in projects. */
export function listReferences(name: string): string[] {
  return ["", ...PATHS].map((path) => path + name)
}

function nameOfReference(reference: string): string {
  const path = PATHS.find((start) => reference.startsWith(start)) ?? ""
  return reference.slice(path.length)
}

/** While any holder has this lease, no image file is deleted, since a backup or a move reads them all. */
const DELETIONS = "picture deletions"

const nameOf = (holder: string) => `${DELETIONS} ${holder}`

/** Takes or renews the lease until that moment, at which it ends by itself, even if its process has died. */
export async function acquireDeletionLease(db: Database, holder: string, until: Date): Promise<void> {
  await db
    .insertInto("leases")
    .values({ name: nameOf(holder), until: until.toISOString() })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ until: until.toISOString() }))
    .execute()
}

export async function releaseDeletionLease(db: Database, holder: string): Promise<void> {
  await db.deleteFrom("leases").where("name", "=", nameOf(holder)).execute()
}

export async function areDeletionsLeased(db: Database, now: Date): Promise<boolean> {
  const leases = db.selectFrom("leases").select("name").where("name", "like", `${DELETIONS}%`)
  return (await leases.where("until", ">", now.toISOString()).executeTakeFirst()) !== undefined
}
