import { existsSync } from "node:fs"
import { readdir, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { DAY_MS } from "#server/contract/durations.ts"
import { recordBackup } from "#server/database/last-backup.ts"
import { isTemporaryFile, syncFolder } from "#server/files.ts"
import { BackupError } from "./backup-error.ts"
import { acquireBackupLock, createBackup } from "./create-backup.ts"
import type { Manifest } from "./manifest.ts"
import { verifyBackup } from "./verify.ts"

/** However old they are, so many stay: a clock that was ahead, or a month of failures, must not leave a single one. */
const KEPT_MIN = 7

const NIGHTLY = /^lisanga-(\d{4}-\d\d-\d\d)\.tar$/

/** A backup has its own name only once it is verified; the next attempt replaces one that is not. */
const UNVERIFIED = "lisanga-non-verifiee.tar"

type Backup = Omit<Parameters<typeof createBackup>[0], "target"> & {
  folder: string
  keptDays: number
  now: Date
  stop: AbortSignal
  /** The program that is started on the backup. */
  main?: string
}

/**
 * Creates and verifies one backup a day, which begins at 1:00 in Kinshasa, and then deletes those that are too old. One
 * that fails, or lacks images, deletes nothing, and is made by the next call. Returns no manifest where the day's backup
 * is there already.
 */
export async function backUpNightly(backup: Backup): Promise<{ file: string; manifest?: Manifest; deleted: string[] }> {
  const { db, folder, keptDays, now, progress, stop, main } = backup
  // A person may call it while the timer does.
  using _lock = acquireBackupLock(join(folder, "nightly.lock"), `Une sauvegarde de la nuit se fait déjà dans ${folder}`)
  const file = join(folder, `lisanga-${dayOf(now)}.tar`)
  const manifest = existsSync(file) ? undefined : await backUp()
  // A call that died before this has left a backup that nobody knows of.
  await recordBackup(db, (await stat(file)).mtime)
  const deleted = await deleteOlder(folder, dayOf(new Date(now.getTime() - keptDays * DAY_MS)))
  return { file, ...(manifest && { manifest }), deleted }

  async function backUp() {
    const target = join(folder, UNVERIFIED)
    await rm(target, { force: true })
    await deleteAbandoned(folder, now.getTime() - DAY_MS)
    requireAllImages(await createBackup({ ...backup, target }))
    const verified = await verifyBackup(target, progress, stop, main)
    await rename(target, file)
    await syncFolder(folder)
    return verified
  }
}

/** Otherwise the backups that have the lost files would go after a month, unnoticed. */
function requireAllImages({ missing }: Manifest) {
  if (missing.length === 0) return
  const images = missing.length > 1 ? `${missing.length} images` : `l’image ${missing[0]}`
  throw new BackupError(
    `Il manque le fichier de ${images} du site : restaurez d’abord les fichiers (ImageStoreFailing dans docs/runbook.md)`,
  )
}

/** In UTC, whose days begin when the nightly tasks' do. */
function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** Deletes what killed commands have left a day ago, whose process another container cannot ask for. */
async function deleteAbandoned(folder: string, before: number): Promise<void> {
  for (const path of (await readdir(folder)).filter(isTemporaryFile).map((name) => join(folder, name)))
    if ((await stat(path)).mtimeMs < before) await rm(path, { recursive: true, force: true })
}

async function deleteOlder(folder: string, firstDay: string): Promise<string[]> {
  const nights = (await readdir(folder)).filter((name) => NIGHTLY.test(name)).sort()
  const older = nights.slice(0, -KEPT_MIN).filter((name) => name < `lisanga-${firstDay}`)
  for (const name of older) await rm(join(folder, name))
  return older
}
