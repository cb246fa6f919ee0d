import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { syncFolder } from "#server/files.ts"
import { acquireFileLock, type FileLock } from "./sqlite/file-lock.ts"
import { retryWhileLocked } from "./transaction.ts"

/** A restore writes here; after a crash the next start deletes the folder. */
const UNFINISHED = "restore-unfinished"

/** This folder contains the complete new site; once it exists, every start goes on moving it into place. */
const READY = "restore-ready"

/** The order matters: a folder that cannot be moved must fail before the database has been moved. */
const PLACES = [
  { place: "uploads", before: [] },
  { place: "variants", before: [] },
  // The old write-ahead log must never meet the new database.
  { place: "site.db", before: ["site.db-wal", "site.db-shm"] },
] as const

/** Locks a data folder together with the other processes that use it. Finishes a committed swap first. */
export async function acquireSharedLock(dataDir: string): Promise<FileLock> {
  return retryWhileLocked(async () => {
    if (existsSync(join(dataDir, READY))) finishSwap(dataDir)
    const lock = acquireFileLock(lockFile(dataDir), "shared")
    if (!existsSync(join(dataDir, READY))) {
      rmSync(join(dataDir, UNFINISHED), { recursive: true, force: true })
      return lock
    }
    lock.release()
    return acquireSharedLock(dataDir)
  })
}

/** Fails as locked while any process has the folder open; no process can open it until the lock is released. */
export function acquireExclusiveLock(dataDir: string): FileLock {
  return acquireFileLock(lockFile(dataDir), "exclusive")
}

/** Creates an empty folder for the new site, laid out like the data folder. */
export function beginSwap(dataDir: string): string {
  for (const _step of applySwap(dataDir, new Date()));
  discardSwap(dataDir)
  const folder = join(dataDir, UNFINISHED, "new")
  for (const { place } of PLACES.slice(0, 2)) mkdirSync(join(folder, place), { recursive: true, mode: 0o700 })
  return folder
}

export function discardSwap(dataDir: string): void {
  rmSync(join(dataDir, UNFINISHED), { recursive: true, force: true })
}

/** Commits the swap by one atomic rename. */
export async function commitSwap(dataDir: string): Promise<void> {
  const unfinished = join(dataDir, UNFINISHED)
  for (const folder of [join(unfinished, "new", "uploads"), join(unfinished, "new"), unfinished]) {
    await syncFolder(folder)
  }
  renameSync(unfinished, join(dataDir, READY))
  await syncFolder(dataDir)
}

/** Moves the new site into place step by step; after a crash at any step, the next call continues from there. */
export function* applySwap(dataDir: string, now: Date): Generator<void> {
  const ready = join(dataDir, READY)
  const old = join(ready, "old")
  if (!existsSync(ready)) return
  mkdirSync(old, { recursive: true, mode: 0o700 })
  for (const { place, before } of PLACES) {
    if (!existsSync(join(ready, "new", place))) continue
    for (const name of [...before, place]) {
      if (!existsSync(join(dataDir, name))) continue
      renameSync(join(dataDir, name), join(old, name))
      yield
    }
    renameSync(join(ready, "new", place), join(dataDir, place))
    yield
  }
  if (readdirSync(old).length > 0) renameSync(old, join(dataDir, replacedSiteName(now)))
  yield
  rmSync(ready, { recursive: true })
}

export function replacedSiteName(now: Date): string {
  return `avant-restauration-${now.toISOString().replaceAll(":", "")}`
}

function finishSwap(dataDir: string) {
  using _lock = acquireExclusiveLock(dataDir)
  for (const _step of applySwap(dataDir, new Date()));
}

function lockFile(dataDir: string): string {
  return join(dataDir, "site.lock")
}
