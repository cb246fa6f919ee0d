import { randomUUID } from "node:crypto"
import { existsSync, readdirSync, renameSync } from "node:fs"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { isLocked } from "#server/database/dialect.ts"
import type { Lock } from "#server/database/lock.ts"
import { prepareFolder } from "#server/database/open.ts"
import {
  beginReplacement,
  decideReplacement,
  discardReplacement,
  keptName,
  placeReady,
  takeFolder,
} from "#server/database/replacement.ts"
import { BackupError } from "./backup-error.ts"
import type { Manifest } from "./manifest.ts"
import type { ShowProgress } from "./progress.ts"
import { checkSeal } from "./read-archive.ts"
import { unpack } from "./unpack.ts"

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
  prepareFolder(dataDir)
  const lock = takeAlone(dataDir)
  try {
    refuseMounted(dataDir)
    const folder = beginReplacement(dataDir)
    const manifest = await unpack(archive, folder, progress("Restauration", (await stat(archive)).size).advance)
    await decideReplacement(dataDir)
    const now = new Date()
    for (const _step of placeReady(dataDir, now));
    const kept = join(dataDir, keptName(now))
    return { manifest, kept: existsSync(kept) ? kept : undefined }
  } finally {
    discardReplacement(dataDir)
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

function takeAlone(dataDir: string): Lock {
  try {
    return takeFolder(dataDir)
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
