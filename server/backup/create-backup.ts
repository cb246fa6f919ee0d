import { createHash } from "node:crypto"
import { createReadStream, existsSync } from "node:fs"
import { readdir, rename, stat, symlink, writeFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import type { Database } from "#server/database/core/database.ts"
import { databaseFailure } from "#server/database/failure.ts"
import type { Progress } from "#server/database/progress.ts"
import { copyToFile } from "#server/database/snapshot.ts"
import { acquireFileLock, type FileLock } from "#server/database/sqlite/file-lock.ts"
import type { Snapshot } from "#server/database/sqlite/snapshot.ts"
import { syncFolder } from "#server/files.ts"
import { listReferencedNames } from "#server/images/store/deletion.ts"
import { createDiskImageStore } from "#server/images/store/disk-image-store.ts"
import { type ImageStore, imageExtension } from "#server/images/store/image-store.ts"
import { version } from "#server/program.ts"
import { createArchive } from "./archive.ts"
import { BackupError } from "./backup-error.ts"
import { copyImages } from "./copy-images.ts"
import { leasePictureDeletions } from "./deletion-lease.ts"
import { DATABASE, isPart, MANIFEST, type Manifest, type ManifestFile } from "./manifest.ts"
import type { ShowProgress } from "./progress.ts"
import { createStagingFolder } from "./staging.ts"

interface Backup {
  db: Database
  dataDir: string
  /** The image store; undefined where the images are in the data folder. */
  images?: ImageStore | undefined
  target: string
  progress: ShowProgress
}

/** Creates a backup in one file while the site runs; the file has its name only once it is complete. */
export async function createBackup({ db, dataDir, images, target, progress }: Backup): Promise<Manifest> {
  rejectExisting(target)
  // Two at a time would slow each other and the site down.
  using _lock = acquireBackupLock(join(dataDir, "backup.lock"), "Une autre sauvegarde est en cours")
  const folder = dirname(target)
  await using temporary = await createStagingFolder(folder)
  const staging = temporary.path
  await using _lease = await leasePictureDeletions(db)
  // The images are listed after the database was copied, so that every row of the copy has its file.
  const snapshot = await copyToFile(db, join(staging, DATABASE), (total) => progress("Base de données", total))
  if (images) {
    // The site may have deleted the row of an image since, or shown one that it imported without a row.
    const all = (await listReferencedNames(db)).union(new Set(snapshot.images))
    const names = new Set([...all].filter(imageExtension))
    await copyImages({ from: images, to: createDiskImageStore(staging), names, progress })
  } else await symlink(resolve(dataDir, "uploads"), join(staging, "uploads"))
  const manifest = await pack(staging, snapshot, progress)
  rejectExisting(target)
  await rename(join(staging, "archive"), target)
  await syncFolder(folder)
  return manifest
}

async function pack(staging: string, { migrations, images }: Snapshot, progress: ShowProgress): Promise<Manifest> {
  const sizes = await listFiles(staging)
  // Every file is read twice: for its checksum in the manifest, and for the archive.
  const packing = progress("Sauvegarde", 2 * [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0))
  const files: ManifestFile[] = []
  for (const [name, bytes] of sizes) {
    files.push({ name, bytes, sha256: await checksumFile(join(staging, name), packing) })
  }
  const manifest: Manifest = {
    program: "groupe-lisanga",
    format: 1,
    version,
    createdAt: new Date().toISOString(),
    migrations,
    files,
    missing: images.filter((name) => !sizes.has(`uploads/${name}`)),
  }
  await writeFile(join(staging, MANIFEST), JSON.stringify(manifest, null, 1))
  const names = [...sizes.keys(), MANIFEST]
  await createArchive(join(staging, "archive"), { folder: staging, names, ...packing })
  return manifest
}

async function checksumFile(path: string, { advance }: Progress): Promise<string> {
  const digest = createHash("sha256")
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    digest.update(chunk)
    advance(chunk.length)
  }
  return digest.digest("hex")
}

/** Lists the files to back up, with their sizes in bytes. */
async function listFiles(staging: string): Promise<Map<string, number>> {
  const uploads = await readdir(join(staging, "uploads"))
  const sizes = new Map<string, number>()
  for (const name of [DATABASE, ...uploads.map((upload) => `uploads/${upload}`).filter(isPart)]) {
    const found = await stat(join(staging, name))
    if (found.isFile()) sizes.set(name, found.size)
  }
  return sizes
}

/** Locks a file until it is disposed of, or refuses with that message while another command has it. */
export function acquireBackupLock(file: string, refusal: string): FileLock {
  try {
    return acquireFileLock(file, "exclusive")
  } catch (cause) {
    if (databaseFailure(cause) !== "locked") throw cause
    throw new BackupError(refusal, { cause })
  }
}

function rejectExisting(target: string) {
  if (existsSync(target)) throw new BackupError(`${target} existe déjà : choisissez un autre nom`)
}
