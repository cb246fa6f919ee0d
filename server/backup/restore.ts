import { randomUUID } from "node:crypto"
import { existsSync, readdirSync, renameSync } from "node:fs"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { ensureWritableFolder } from "#server/database/connect.ts"
import { isLocked } from "#server/database/sqlite/dialect.ts"
import type { FileLock } from "#server/database/sqlite/file-lock.ts"
import {
  acquireExclusiveLock,
  applySwap,
  beginSwap,
  commitSwap,
  discardSwap,
  replacedSiteName,
} from "#server/database/swap.ts"
import { BackupError } from "./backup-error.ts"
import { unpack } from "./extract.ts"
import type { Manifest } from "./manifest.ts"
import type { ShowProgress } from "./progress.ts"
import { checkSeal } from "./read-archive.ts"

interface Restoration {
  archive: string
  dataDir: string
  /** Whether a site that is there may be replaced. */
  force: boolean
  progress: ShowProgress
}

interface Restored {
  manifest: Manifest
  /** Where the site that was there is kept. */
  kept: string | undefined
}

/** Puts a backup's site into a data folder: all of it, or the folder stays as it was. */
export async function restoreBackup({ archive, dataDir, force, progress }: Restoration): Promise<Restored> {
  if (!force && holdsSite(dataDir)) {
    throw new BackupError(`${dataDir} contient déjà un site : ajoutez --force pour le remplacer`)
  }
  if (existsSync(dataDir)) takeAlone(dataDir).release()
  await checkSeal(archive, progress("Vérification", (await stat(archive)).size).advance)
  ensureWritableFolder(dataDir)
  const lock = takeAlone(dataDir)
  try {
    refuseMounted(dataDir)
    const folder = beginSwap(dataDir)
    const manifest = await unpack(archive, folder, progress("Restauration", (await stat(archive)).size).advance)
    await commitSwap(dataDir)
    const now = new Date()
    for (const _step of applySwap(dataDir, now));
    const kept = join(dataDir, replacedSiteName(now))
    return { manifest, kept: existsSync(kept) ? kept : undefined }
  } finally {
    discardSwap(dataDir)
    lock.release()
  }
}

function holdsSite(dataDir: string): boolean {
  const uploads = join(dataDir, "uploads")
  const names = ["site.db", "restore-ready"]
  return (
    names.some((name) => existsSync(join(dataDir, name))) || (existsSync(uploads) && readdirSync(uploads).length > 0)
  )
}

function takeAlone(dataDir: string): FileLock {
  try {
    return acquireExclusiveLock(dataDir)
  } catch (error) {
    if (isLocked(error)) throw new BackupError(`Un site ou une commande travaille sur ${dataDir} : arrêtez-les d’abord`)
    throw error
  }
}

/** What is mounted cannot be exchanged by renaming: each folder proves that it can, before anything is decided. */
function refuseMounted(dataDir: string) {
  for (const name of ["uploads", "variants"]) {
    const folder = join(dataDir, name)
    if (!existsSync(folder)) continue
    const aside = join(dataDir, `${name}-${randomUUID()}`)
    try {
      renameSync(folder, aside)
    } catch (cause) {
      throw new BackupError(`${folder} ne peut pas être remplacé : est-ce un autre disque que ${dataDir} ?`, { cause })
    }
    renameSync(aside, folder)
  }
}
