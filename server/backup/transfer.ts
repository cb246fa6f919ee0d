import { connectFile } from "#server/database/connect.ts"
import { copyRows, type TableChecksums } from "#server/database/copy-rows.ts"
import type { Database } from "#server/database/core/database.ts"
import { listReferencedNames } from "#server/images/store/deletion.ts"
import { type ImageStore, imageExtension } from "#server/images/store/image-store.ts"
import { BackupError } from "./backup-error.ts"
import { type CopiedImages, copyImages } from "./copy-images.ts"
import type { ShowProgress } from "./progress.ts"

interface Transfer {
  from: {
    /** A SQLite file that nobody writes to meanwhile. */
    file: string
    images: ImageStore
  }
  /** An empty database that nobody else has open. */
  to: { db: Database; images: ImageStore }
  progress: ShowProgress
}

/** These rows and images were compared on both sides and found equal. */
export interface TransferReport extends CopiedImages {
  tables: TableChecksums
}

/**
 * Copies a whole site into an empty one. Images are copied one by one before the rows, which need one transaction, so
 * that an interrupted copy can be started again.
 */
export async function transferSite({ from, to, progress }: Transfer): Promise<TransferReport> {
  await using source = await connectFile(from.file)
  const names = new Set([...(await listReferencedNames(source))].filter(imageExtension))
  await rejectForeign(to.images, names)
  const images = await copyImages({ from: from.images, to: to.images, names, progress })
  const tables = await copyRows(source, to.db, (total) => progress("Lignes", total))
  return { tables, ...images }
}

/** Rejects a store with other images, since the new site's garbage collection would delete them. */
async function rejectForeign({ originals }: ImageStore, names: ReadonlySet<string>) {
  const foreign = (await originals.list()).find((name) => imageExtension(name) && !names.has(name))
  if (!foreign) return
  throw new BackupError(
    `La destination contient des images que l’origine n’a pas, dont ${foreign} : elle doit être vide`,
  )
}
