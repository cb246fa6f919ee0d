import type { Database } from "#server/database/core/database.ts"
import type { ImageStore } from "./image-store.ts"

/** The store answers, but lacks what the database has: its disk is not mounted, or was emptied. */
export class MissingImages extends Error {}

/**
 * Rejects while nothing can be read, and where the first image of the database has no file. One file is enough: where a
 * disk is not mounted all are missing, and a single one that is lost is named by `npm run images -- check`.
 */
export async function checkImages({ db, images }: { db: Database; images: ImageStore }): Promise<void> {
  await images.check()
  const names = db.selectFrom("images").select("name").orderBy("name").limit(1)
  // A database that fails has a check of its own.
  const first = await names.executeTakeFirst().catch(() => undefined)
  if (first && !(await images.originals.exists(first.name)))
    throw new MissingImages(
      `Il manque des images, dont ${first.name} : montez leur disque, ou restaurez-les (ImageStoreFailing dans docs/runbook.md)`,
    )
}
