import { listReferencedNames } from "#server/images/store/deletion.ts"
import type { S3Settings } from "#server/images/store/s3-client.ts"
import { createS3ImageStore } from "#server/images/store/s3-image-store.ts"
import { collectImageGarbage } from "#server/jobs/garbage-collection.ts"
import { createLog } from "#server/log.ts"
import { emptyTrashLater } from "#server/testing/empty-trash-later.ts"
import { withDatabase } from "#server/testing/site-database.ts"
import type { Site } from "#server/testing/start-site.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"

const HOUR_MS = 3_600_000

interface Images {
  /** The names of all originals in the bucket. */
  objects: string[]
  /** Names that have a row, or are shown, but have no object. */
  lost: string[]
  /** Names of objects that have no row. */
  orphans: string[]
}

/** Compares a running site's rows with its bucket, after a garbage collection as if `afterHours` had passed. */
export async function compareImages(site: Site, settings: S3Settings, { afterHours = 2 } = {}): Promise<Images> {
  using folder = createTemporaryFolder()
  const images = createS3ImageStore(settings, folder.path)
  return await withDatabase(site, async (db) => {
    const now = () => new Date(Date.now() + afterHours * HOUR_MS)
    await collectImageGarbage({ db, images, log: createLog("silent"), now })
    const names = await listReferencedNames(db)
    const objects = await images.originals.list()
    return {
      objects,
      lost: [...names].filter((name) => !objects.includes(name)),
      orphans: objects.filter((name) => !names.has(name)),
    }
  })
}

/** Deletes what the trash holds, as if a month had passed. */
export async function emptyTrashOf(site: Site, settings: S3Settings): Promise<void> {
  using folder = createTemporaryFolder()
  const images = createS3ImageStore(settings, folder.path)
  await withDatabase(site, (db) => emptyTrashLater({ db, images, log: createLog("silent"), now: () => new Date() }))
}

export async function listProjectNames(site: Site, prefix: string): Promise<string[]> {
  const rows = await withDatabase(site, (db) =>
    db.selectFrom("projects").select("name").where("name", "like", `${prefix}%`).execute(),
  )
  return rows.map(({ name }) => name).sort()
}
