import { type ImageStorage, listReferencedNames } from "./deletion.ts"
import { listMissingOriginals, listOrphans } from "./garbage-collection.ts"
import type { ImageStore } from "./image-store.ts"

/** An upload stores a file before its row, so that a younger file may still get one. */
const RECENT_MS = 60_000

export interface ImageInconsistencies {
  /** Names without a file that have a row or are shown by an imported project. */
  missing: string[]
  /** Files without a row that no project shows. */
  orphans: string[]
  recentOrphans: string[]
  /** Paths of incomplete files that no process works on any more. */
  abandoned: string[]
  /** Originals that are missing though they have variants. */
  missingOriginals: string[]
}

/** Compares the rows and files of images, which other processes may change meanwhile. */
export async function checkImages(storage: ImageStorage): Promise<ImageInconsistencies> {
  const { db, images, now } = storage
  const suspects = await filterMissing(images, await listReferencedNames(db))
  const files = await listOrphans(storage, 0)
  const old = new Set(await listOrphans(storage, RECENT_MS))
  // A second look leaves out what was added or deleted since the first.
  const referenced = await listReferencedNames(db)
  const gone = new Set(await filterMissing(images, files))
  const orphans = files.filter((name) => !referenced.has(name) && !gone.has(name))
  const missing = suspects.filter((name) => referenced.has(name))
  return {
    missing: (await filterMissing(images, missing)).sort(),
    orphans: orphans.filter((name) => old.has(name)).sort(),
    recentOrphans: orphans.filter((name) => !old.has(name)).sort(),
    abandoned: (await images.listAbandonedFiles(now())).sort(),
    missingOriginals: (await listMissingOriginals(images)).sort(),
  }
}

async function filterMissing(images: ImageStore, names: Iterable<string>): Promise<string[]> {
  const missing: string[] = []
  for (const name of names) if (await isFileMissing(images, name)) missing.push(name)
  return missing
}

/** Whether an image has no file. An imported project may show a URL of another site, which is never missing. */
export async function isFileMissing(images: ImageStore, name: string): Promise<boolean> {
  return !/[/\\]/.test(name) && !(await images.originals.exists(name))
}
