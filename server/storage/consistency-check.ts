import { existsSync } from "node:fs"
import { join } from "node:path"
import { type ImageStorage, listReferencedNames } from "./deletion.ts"
import { listAbandonedTemporaryFiles, listMissingVariantSources, listOrphans } from "./garbage-collection.ts"

/** The row of a file so young may be on its way. */
const YOUNG_MS = 60_000

export interface ImageInconsistencies {
  /** Names without a file that a row has, or that a project imported from elsewhere shows. */
  lost: string[]
  /** Files without a row that no project shows. */
  orphans: string[]
  young: string[]
  /** Paths of half-written files. */
  abandoned: string[]
  /** Pictures that are gone though their variants are there. */
  variants: string[]
}

/** Compares rows and files of a store that others may change meanwhile. */
export async function checkImages(store: ImageStorage): Promise<ImageInconsistencies> {
  const { db } = store
  const suspects = [...(await listReferencedNames(db))].filter((name) => isFileMissing(store, name))
  const files = await listOrphans(store, 0)
  const old = new Set(await listOrphans(store, YOUNG_MS))
  // What was written or deleted since the first look is in order.
  const known = await listReferencedNames(db)
  const orphans = files.filter((name) => !known.has(name) && existsSync(join(store.uploads, name)))
  return {
    lost: suspects.filter((name) => known.has(name) && isFileMissing(store, name)).sort(),
    orphans: orphans.filter((name) => old.has(name)).sort(),
    young: orphans.filter((name) => !old.has(name)).sort(),
    abandoned: (await listAbandonedTemporaryFiles(store)).sort(),
    variants: (await listMissingVariantSources(store)).sort(),
  }
}

/** Whether a picture has no file. An address elsewhere, which an imported project may show, is not the store's. */
export function isFileMissing({ uploads }: { uploads: string }, name: string): boolean {
  return !/[/\\]/.test(name) && !existsSync(join(uploads, name))
}
