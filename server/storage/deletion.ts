import { whileDeletingImages } from "#server/database/image-lock.ts"
import type { Database } from "#server/database/transaction.ts"
import type { Log } from "#server/log.ts"
import { areDeletionsLeased } from "./deletion-lease.ts"
import { deleteVariants, type ImageStore } from "./image-store.ts"

/** The rows of the images and their files. */
export interface ImageStorage {
  db: Database
  images: ImageStore
  log: Log
  now: () => Date
}

/**
 * Deletes the files of those images that have no row any more, with their variants, and returns how many. Files that
 * cannot be deleted now, because of a backup or a failure, are left to the garbage collection.
 */
export async function deleteUnreferencedFiles(storage: ImageStorage, names: readonly string[]): Promise<number> {
  if (names.length === 0) return 0
  const { db, images, log, now } = storage
  try {
    const deleted: string[] = []
    await whileDeletingImages(db, async (db) => {
      if (await areDeletionsLeased(db, now())) return
      const referenced = await listReferencedNames(db, names)
      for (const name of names) if (!referenced.has(name) && (await deleteFile(storage, name))) deleted.push(name)
    })
    for (const name of deleted) await deleteVariants(images, name)
    return deleted.length
  } catch (error) {
    log.warn({ names, err: error }, "images not deleted")
    return 0
  }
}

async function deleteFile({ images, log }: ImageStorage, name: string): Promise<boolean> {
  try {
    await images.originals.delete(name)
    return true
  } catch (error) {
    log.warn({ name, err: error }, "image not deleted")
    return false
  }
}

/** Images with a row, and those without one that an imported project shows. */
export async function listReferencedNames(db: Database, among?: readonly string[]): Promise<Set<string>> {
  let stored = db.selectFrom("images").select("name")
  let shown = db.selectFrom("projectImages").select("image as name")
  if (among) {
    stored = stored.where("name", "in", among)
    shown = shown.where("image", "in", among.flatMap(listReferences))
  }
  const rows = await stored.union(shown).execute()
  return new Set(rows.map(({ name }) => nameOfReference(name)))
}

/** Prefixes of image names in imported projects. */
const PATHS = ["/uploads/", "\\uploads\\"]

/** All spellings of a stored image's name in projects. */
export function listReferences(name: string): string[] {
  return ["", ...PATHS].map((path) => path + name)
}

function nameOfReference(reference: string): string {
  const path = PATHS.find((start) => reference.startsWith(start)) ?? ""
  return reference.slice(path.length)
}
