import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { databaseFailure } from "./failure.ts"
import { migrate, migrations } from "./migrate.ts"
import { SiteDatabase } from "./site-database.ts"
import { inspectSqlite, isEnvironmentFailure, openSqlite } from "./sqlite/dialect.ts"
import type { FileLock } from "./sqlite/file-lock.ts"
import { acquireSharedLock } from "./swap.ts"
import { retryWhileLocked } from "./transaction.ts"
import { UnusableDatabase } from "./unusable-database.ts"

/** Opens and migrates the database: PostgreSQL at that URL, or SQLite in the data folder, which is created. */
export async function connect(dataDir: string, databaseUrl?: string): Promise<SiteDatabase> {
  if (databaseUrl === undefined) return connectDataDir(dataDir)
  const lock = await lockDataDir(dataDir)
  // Its client is loaded only where it is needed, to save memory.
  const { connectPostgres } = await import("./postgres/connect.ts")
  return connectPostgres(databaseUrl, lock)
}

async function connectDataDir(dataDir: string): Promise<SiteDatabase> {
  const lock = await lockDataDir(dataDir)
  const file = join(dataDir, "site.db")
  try {
    await retryWhileLocked(async () => {
      if (existsSync(file)) rejectUnusableFile(file)
    })
    return await connectFile(file, lock)
  } catch (error) {
    lock.release()
    if (isEnvironmentFailure(error))
      throw new UnusableDatabase(`${file} ne peut pas être ouvert (${error.message})`, { cause: error })
    throw error
  }
}

/** ":memory:" is for tests. The lock is released when the database is closed. */
export async function connectFile(file: string, lock?: FileLock): Promise<SiteDatabase> {
  const db = new SiteDatabase(await retryWhileLocked(async () => openSqlite(file)), lock)
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}

async function lockDataDir(dataDir: string): Promise<FileLock> {
  let lock: FileLock | undefined
  try {
    ensureWritableFolder(dataDir)
    lock = await acquireSharedLock(dataDir)
    ensureWritableFolder(join(dataDir, "uploads"))
    return lock
  } catch (error) {
    lock?.release()
    if (databaseFailure(error) === "locked")
      throw new UnusableDatabase(`${dataDir} est en cours de restauration`, { cause: error })
    throw new UnusableDatabase(`DATA_DIR : on ne peut pas écrire dans ${dataDir}`, { cause: error })
  }
}

export function ensureWritableFolder(path: string) {
  createFolder(resolve(path))
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** `mkdirSync` with `recursive` never returns in a folder such as /proc, where none can be created. */
function createFolder(path: string) {
  if (existsSync(path)) return
  createFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    if (!existsSync(path)) throw error // otherwise another process has just created it
  }
}

/** A file that is damaged, no database, or newer than the program is left exactly as it is. */
function rejectUnusableFile(file: string) {
  if (!statSync(file).isFile()) throw new UnusableDatabase(`${file} n’est pas un fichier`)
  const found = inspectSqlite(file)
  if ("damage" in found)
    throw new UnusableDatabase(`${file} est endommagé ou n’est pas une base de données de ce site (${found.damage})`)
  const unknown = found.migrations.find((name) => !(name in migrations))
  if (unknown)
    throw new UnusableDatabase(`${file} vient d’une version plus récente du programme (migration ${unknown})`)
}
