import { connectFile } from "#server/database/connect.ts"
import { COPIED_TABLES, type CopiedTable, checksumRows, copyRows, countRows } from "#server/database/copy-rows.ts"
import type { Database } from "#server/database/transaction.ts"
import { copyImages, findDifferentImages } from "#server/storage/copy-images.ts"
import { listReferencedNames } from "#server/storage/deletion.ts"
import { type ImageStore, imageExtension } from "#server/storage/image-store.ts"
import { BackupError } from "./backup-error.ts"
import type { ShowProgress } from "./progress.ts"

interface Transfer {
  from: {
    /** A SQLite file that nobody writes to. */
    file: string
    images: ImageStore
  }
  to: { db: Database; images: ImageStore }
  progress: ShowProgress
}

/** What was compared on both sides and found equal. */
export interface Proof {
  tables: Record<CopiedTable, { rows: number; sha256: string }>
  images: number
  /** Images with a row that the first store lacks too. */
  missing: string[]
}

/**
 * Copies a whole site into an empty one. Images go first and one by one, rows in one transaction: what was interrupted
 * can be started again.
 */
export async function transferSite({ from, to, progress }: Transfer): Promise<Proof> {
  if ((await countRows(to.db)) > 0) throw new BackupError("La destination contient déjà des données : il la faut vide")
  await using source = await connectFile(from.file)
  const names = [...(await listReferencedNames(source))].filter(imageExtension)
  const stores = { from: from.images, to: to.images, names }
  const missing = await copyImages({ ...stores, ...progress("Images", names.length) })
  // Before the rows, so that a copy that is found to differ can be started again.
  const [different] = await findDifferentImages({ ...stores, ...progress("Vérification", names.length) })
  if (different) throw new BackupError(`L’image ${different} diffère après la copie`)
  await copyRows(source, to.db, progress("Lignes", await countRows(source)).advance)

  const tables = await checksumRows(source)
  const copied = await checksumRows(to.db)
  const table = COPIED_TABLES.find((name) => tables[name].sha256 !== copied[name].sha256)
  if (table) throw new BackupError(`La table ${table} diffère après la copie`)
  return { tables, images: names.length - missing.length, missing }
}
