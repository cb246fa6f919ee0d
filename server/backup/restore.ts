import { randomUUID } from "node:crypto"
import { existsSync, readdirSync, renameSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { forEachConcurrently } from "#server/concurrency-limit.ts"
import { ensureWritableFolder, lockDataDirAlone } from "#server/database/connect.ts"
import type { Database } from "#server/database/core/database.ts"
import { applySwap, beginSwap, commitSwap, discardSwap, replacedSiteName } from "#server/database/swap.ts"
import { syncFile } from "#server/files.ts"
import { createDiskImageStore } from "#server/images/store/disk-image-store.ts"
import type { ImageStore } from "#server/images/store/image-store.ts"
import { verifyArchive } from "./archive.ts"
import { BackupError } from "./backup-error.ts"
import { extractBackup } from "./extract.ts"
import { DATABASE, type Manifest } from "./manifest.ts"
import type { ShowProgress } from "./progress.ts"
import { createStagingFolder } from "./staging.ts"
import { transferSite } from "./transfer.ts"

interface Restoration {
  archive: string
  dataDir: string
  /** Whether an existing site may be replaced. */
  force: boolean
  progress: ShowProgress
}

interface Restored {
  manifest: Manifest
  /** The folder that the replaced site was moved to, if there was one. */
  replacedSite: string | undefined
}

/** Restores a backup into a data folder completely, or leaves the folder as it was. */
export async function restoreBackup({ archive, dataDir, force, progress }: Restoration): Promise<Restored> {
  if (!force && hasSite(dataDir)) {
    throw new BackupError(`${dataDir} contient déjà un site : ajoutez --force pour le remplacer`)
  }
  if (existsSync(dataDir)) lockDataDirAlone(dataDir).release()
  const manifest = await verifyArchive(archive, progress)
  ensureWritableFolder(dataDir)
  using _lock = lockDataDirAlone(dataDir)
  try {
    rejectMountedFolders(dataDir)
    const folder = beginSwap(dataDir)
    await extractBackup({ archive, manifest, folder, progress })
    const { advance } = progress("Écriture", manifest.files.length)
    await forEachConcurrently(manifest.files, ({ name }) => syncFile(join(folder, name)).then(() => advance(1)))
    await commitSwap(dataDir)
    const now = new Date()
    for (const _step of applySwap(dataDir, now));
    const replacedSite = join(dataDir, replacedSiteName(now))
    return { manifest, replacedSite: existsSync(replacedSite) ? replacedSite : undefined }
  } finally {
    discardSwap(dataDir)
  }
}

function hasSite(dataDir: string): boolean {
  const uploads = join(dataDir, "uploads")
  const names = ["site.db", "restore-ready"]
  return (
    names.some((name) => existsSync(join(dataDir, name))) || (existsSync(uploads) && readdirSync(uploads).length > 0)
  )
}

/** Tries a rename of both folders before the swap is committed, since a mount point cannot be renamed. */
function rejectMountedFolders(dataDir: string) {
  for (const name of ["uploads", "variants"]) {
    const folder = join(dataDir, name)
    if (!existsSync(folder)) continue
    const renamed = join(dataDir, `${name}-${randomUUID()}`)
    try {
      renameSync(folder, renamed)
    } catch (cause) {
      throw new BackupError(`${folder} ne peut pas être remplacé : est-ce un autre disque que ${dataDir} ?`, { cause })
    }
    renameSync(renamed, folder)
  }
}

interface Import {
  archive: string
  to: { db: Database; images: ImageStore }
  progress: ShowProgress
}

/** Copies a backup into an empty database and an image store, rather than into a data folder. */
export async function importBackup({ archive, to, progress }: Import): Promise<Manifest> {
  const manifest = await verifyArchive(archive, progress)
  await using staging = await createStagingFolder(tmpdir())
  const images = createDiskImageStore(staging.path)
  await extractBackup({ archive, manifest, folder: staging.path, copiesRows: true, progress })
  await transferSite({ from: { file: join(staging.path, DATABASE), images }, to, progress })
  return manifest
}
