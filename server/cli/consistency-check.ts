import { forEachConcurrently } from "#server/concurrency-limit.ts"
import { MINUTE_MS } from "#server/contract/durations.ts"
import type { Database } from "#server/database/core/database.ts"
import { type ImageContext, listReferencedNames } from "#server/images/store/deletion.ts"
import { checksumImage, matchesName } from "#server/images/store/image-checksum.ts"
import { type ImageStore, imageExtension } from "#server/images/store/image-store.ts"
import { listMissingOriginals, listOrphans } from "#server/jobs/garbage-collection.ts"

/** A younger file may belong to an upload in progress, whose row is stored after the file. */
const RECENT_MS = MINUTE_MS

/** Compares the rows and files of images, which other processes may change meanwhile. */
export async function checkImages(ctx: ImageContext) {
  const orphans = await listOrphans(ctx, RECENT_MS)
  const missing = await listMissingFiles(ctx)
  // The second check leaves out images that were deleted during the first one.
  const stillMissing = await listMissingFiles(ctx)
  return {
    /** The names without a file that have a row, or that projects or their revisions show. */
    missing: missing.filter((name) => stillMissing.includes(name)).sort(),
    /** The files without a row that neither a project nor a revision shows. */
    orphans: orphans.sort(),
    recentOrphans: (await listOrphans(ctx, 0)).filter((name) => !orphans.includes(name)).sort(),
    /** The paths of temporary files whose process has ended. */
    abandoned: (await ctx.images.listAbandonedFiles(ctx.now())).sort(),
    missingOriginals: (await listMissingOriginals(ctx.images)).sort(),
  }
}

async function listMissingFiles({ db, images }: ImageContext): Promise<string[]> {
  const missing: string[] = []
  for (const name of await listReferencedNames(db)) if (await isFileMissing(images, name)) missing.push(name)
  return missing
}

/** Lists pictures that visitors alone have sent although a project or page shows them, which then lacks one. */
export async function listHiddenPictures(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("images")
    .select("name")
    .where("privateAt", "is not", null)
    .where((is) =>
      is.or([
        is("name", "in", is.selectFrom("projectImages").select("image")),
        is("name", "in", is.selectFrom("contentImages").select("image")),
      ]),
    )
    .orderBy("name")
    .execute()
  return rows.map(({ name }) => name)
}

/** Reads all images, and returns the names of those whose content has changed since they were stored. */
export async function listDamagedImages(
  { db, images }: Pick<ImageContext, "db" | "images">,
  showProgress: (total: number) => (images: number) => void,
): Promise<string[]> {
  const names = [...(await listReferencedNames(db))].filter(imageExtension)
  const advance = showProgress(names.length)
  const damaged: string[] = []
  await forEachConcurrently(names, async (name) => {
    const sha256 = await checksumImage(images, name)
    if (sha256 && !matchesName(name, sha256)) damaged.push(name)
    advance(1)
  })
  return damaged.sort()
}

/** Whether an image has no file. A URL of another site, which an imported project may show, is never missing. */
export async function isFileMissing(images: ImageStore, name: string): Promise<boolean> {
  return !/[/\\]/.test(name) && !(await images.originals.exists(name))
}
