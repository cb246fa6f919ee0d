import { connectFile } from "#server/database/connect.ts"
import {
  COPIED_TABLES,
  type CopiedTable,
  checksumRows,
  copyRows,
  countRows,
  requireEmpty,
} from "#server/database/copy-rows.ts"
import type { Database } from "#server/database/core/database.ts"
import { compareImages, copyImages } from "#server/storage/copy-images.ts"
import { listReferencedNames } from "#server/storage/deletion.ts"
import { type ImageStore, imageExtension } from "#server/storage/image-store.ts"
import { BackupError } from "./backup-error.ts"
import type { ShowProgress } from "./progress.ts"

interface Transfer {
  from: {
    /** A SQLite file that nobody writes to meanwhile. */
    file: string
    images: ImageStore
  }
  to: { db: Database; images: ImageStore }
  progress: ShowProgress
}

/** These rows and images were compared on both sides and found equal. */
export interface TransferReport {
  tables: Record<CopiedTable, { rows: number; sha256: string }>
  images: number
  /** Images that have a row, but are missing in the source as well. */
  missing: string[]
  /** Images that were damaged before they were copied. */
  damaged: string[]
}

/**
 * Copies a whole site into an empty one. Images are copied one by one before the rows, which need one transaction, so
 * that an interrupted copy can be started again.
 */
export async function transferSite({ from, to, progress }: Transfer): Promise<TransferReport> {
  await requireEmpty(to.db)
  await using source = await connectFile(from.file)
  const rows = await countRows(source)
  if (rows === 0) throw new BackupError("L’origine ne contient pas de site")
  const images = await transferImages(await listReferencedNames(source), { from, to, progress })
  await copyRows(source, to.db, progress("Lignes", rows).advance)

  const { advance } = progress("Vérification des lignes", 2 * rows)
  const tables = await checksumRows(source, advance)
  const copied = await checksumRows(to.db, advance)
  const table = COPIED_TABLES.find((name) => tables[name].sha256 !== copied[name].sha256)
  if (table) throw new BackupError(`La table ${table} diffère après la copie`)
  return { tables, ...images }
}

async function transferImages(references: Set<string>, { from, to, progress }: Transfer) {
  const names = new Set([...references].filter(imageExtension))
  const stored = new Set(await to.images.originals.list())
  rejectForeign([...stored.difference(names)].filter(imageExtension))
  const left = names.difference(stored)
  const stores = { from: from.images, to: to.images }
  const missing = await copyImages({ ...stores, names: left, ...progress("Images", left.size) })
  // Images are compared before the rows are copied, so that the copy can be started again if one differs.
  const compared = { ...stores, names, ...progress("Vérification des images", names.size) }
  const { different, damaged } = await compareImages(compared)
  if (different[0]) {
    throw new BackupError(`L’image ${different[0]} diffère après la copie : effacez-la dans la destination et relancez`)
  }
  return { images: names.size - missing.length, missing, damaged }
}

/** Rejects a store with other images, since the new site's garbage collection would delete them. */
function rejectForeign([name]: readonly string[]) {
  if (name === undefined) return
  throw new BackupError(`La destination contient des images que l’origine n’a pas, dont ${name} : elle doit être vide`)
}
