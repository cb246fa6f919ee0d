import { rmSync } from "node:fs"
import { join } from "node:path"
import { type Database, inTransaction } from "#server/database/transaction.ts"
import type { Variants } from "#server/images/variants.ts"
import type { Log } from "#server/log.ts"
import { isLeased, PICTURE_DELETIONS } from "./leases.ts"

export interface ImageStorage {
  db: Database
  uploads: string
  variants: Variants
  log: Log
  now: () => Date
}

/**
 * Removes the files of pictures that have no row any more, and answers how many. What stays, because a backup reads
 * it or the disk refuses, is found by the next sweep.
 */
export async function deleteUnreferencedFiles(store: ImageStorage, names: readonly string[]): Promise<number> {
  if (names.length === 0) return 0
  const { db, variants, log, now } = store
  try {
    const removed = await inTransaction(db, async (trx) => {
      if (await isLeased(trx, PICTURE_DELETIONS, now())) return []
      const known = await listReferencedNames(trx, names)
      const free = names.filter((name) => !known.has(name))
      // While no other process can give the file a row again.
      return free.filter((name) => removeFile(store, name))
    })
    for (const name of removed) await variants.remove(name)
    return removed.length
  } catch (error) {
    log.warn({ names, err: error }, "images not deleted")
    return 0
  }
}

/** Whether it is gone. */
function removeFile({ uploads, log }: ImageStorage, name: string): boolean {
  try {
    rmSync(join(uploads, name), { force: true })
    return true
  } catch (error) {
    log.warn({ name, err: error }, "image not deleted")
    return false
  }
}

/** Pictures with a row, and those that a project imported from elsewhere names without one. */
export async function listReferencedNames(db: Database, among?: readonly string[]): Promise<Set<string>> {
  let stored = db.selectFrom("images").select("name")
  let shown = db.selectFrom("projectImages").select("image as name")
  if (among) {
    stored = stored.where("name", "in", among)
    shown = shown.where("image", "in", among.flatMap(referencesTo))
  }
  const rows = await stored.union(shown).execute()
  return new Set(rows.map(({ name }) => storedNameOf(name)))
}

/** How imported rows may begin what the store holds (specification §3). */
const PATHS = ["/uploads/", "\\uploads\\"]

/** What a project may call a stored picture. */
export function referencesTo(name: string): string[] {
  return ["", ...PATHS].map((path) => path + name)
}

/** The file's name of what a project shows, which may be a path. */
export function storedNameOf(image: string): string {
  const path = PATHS.find((start) => image.startsWith(start)) ?? ""
  return image.slice(path.length)
}
