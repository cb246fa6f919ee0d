import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import type { Database } from "#server/database/core/database.ts"
import type { Lock, LockKind } from "#server/database/core/engine.ts"
import { SiteDatabase } from "#server/database/core/site-database.ts"
import { UnusableDatabase } from "#server/database/core/unusable-database.ts"
import { countRows } from "./copy-rows.ts"
import { databaseFailure } from "./failure.ts"
import { explainUnusable, migrate, readCompatibility } from "./migrate.ts"
import { inspectSqlite, isEnvironmentFailure, openSqlite } from "./sqlite/dialect.ts"
import type { FileLock } from "./sqlite/file-lock.ts"
import { acquireExclusiveLock, acquireSharedLock } from "./swap.ts"
import { retryWhileLocked } from "./transaction.ts"

/** Opens and migrates the database: PostgreSQL at that URL, or SQLite in the data folder, which is created. */
export function connect(dataDir: string, databaseUrl?: string): Promise<SiteDatabase> {
  return open("shared", dataDir, databaseUrl)
}

/** Opens a database for a copy: it must be empty, and no other process can open it meanwhile. */
export function connectEmpty(dataDir: string, databaseUrl?: string): Promise<SiteDatabase> {
  return open("exclusive", dataDir, databaseUrl)
}

async function open(kind: LockKind, dataDir: string, databaseUrl?: string): Promise<SiteDatabase> {
  if (databaseUrl === undefined) return connectDataDir(kind, dataDir)
  const lock = await lockDataDir("shared", dataDir)
  return connectUrl(databaseUrl, { kind, lock })
}

async function connectDataDir(kind: LockKind, dataDir: string): Promise<SiteDatabase> {
  const lock = await lockDataDir(kind, dataDir)
  const file = join(dataDir, "site.db")
  try {
    await retryWhileLocked(async () => {
      if (existsSync(file)) rejectUnusableFile(file)
    })
    return await connectFile(file, { kind, lock })
  } catch (error) {
    lock.release()
    if (isEnvironmentFailure(error))
      throw new UnusableDatabase(`${file} ne peut pas être ouvert (${error.message})`, { cause: error })
    throw error
  }
}

interface Opening {
  /** It is exclusive for an empty database that a copy will fill. */
  kind?: LockKind
  /** This lock is released when the database is closed. */
  lock?: Lock
}

/** Opens and migrates an SQLite database; ":memory:" is for tests. */
export async function connectFile(file: string, { kind = "shared", lock }: Opening = {}): Promise<SiteDatabase> {
  const dialect = await retryWhileLocked(async () => openSqlite(file))
  const db = new SiteDatabase(dialect, ...(lock ? [lock] : []))
  try {
    await migrateFor(kind, db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}

export async function connectUrl(url: string, { kind = "shared", lock }: Opening = {}): Promise<SiteDatabase> {
  // The client is loaded only where it is needed, to save memory.
  const { connectPostgres } = await import("./postgres/connect.ts")
  return connectPostgres(url, {
    kind,
    lock,
    async prepare(db) {
      const reason = explainUnusable(await readCompatibility(db))
      if (reason) throw new UnusableDatabase(`DATABASE_URL : la base vient ${reason}`)
      await migrateFor(kind, db)
    },
  })
}

async function migrateFor(kind: LockKind, db: Database) {
  if (kind === "exclusive" && (await countRows(db)) > 0)
    throw new UnusableDatabase("La destination contient déjà des données : elle doit être vide")
  await migrate(db)
}

export async function isOpenElsewhere(dataDir: string, databaseUrl?: string): Promise<boolean> {
  try {
    const lock = await tryExclusiveLock(dataDir, databaseUrl)
    await lock.release()
    return false
  } catch (error) {
    // Any other failure is reported when the database is opened.
    return databaseFailure(error) === "locked"
  }
}

async function tryExclusiveLock(dataDir: string, databaseUrl?: string): Promise<Lock> {
  if (databaseUrl === undefined) return acquireExclusiveLock(dataDir)
  const { lockDatabase } = await import("./postgres/session-lock.ts")
  return lockDatabase(databaseUrl, "exclusive")
}

export function lockDataDirAlone(dataDir: string): FileLock {
  try {
    return acquireExclusiveLock(dataDir)
  } catch (cause) {
    if (databaseFailure(cause) !== "locked") throw cause
    throw new UnusableDatabase(`Un site ou une commande travaille sur ${dataDir} : arrêtez-les d’abord`, { cause })
  }
}

async function lockDataDir(kind: LockKind, dataDir: string): Promise<FileLock> {
  let lock: FileLock | undefined
  try {
    ensureWritableFolder(dataDir)
    lock = await acquireSharedLock(dataDir)
    if (kind === "exclusive") {
      lock.release()
      lock = lockDataDirAlone(dataDir)
    }
    ensureWritableFolder(join(dataDir, "uploads"))
    return lock
  } catch (error) {
    lock?.release()
    if (error instanceof UnusableDatabase) throw error
    if (databaseFailure(error) === "locked")
      throw new UnusableDatabase(`${dataDir} est en cours de restauration`, { cause: error })
    const { path = dataDir } = error as NodeJS.ErrnoException
    throw new UnusableDatabase(`DATA_DIR : on ne peut pas écrire dans ${path}`, { cause: error })
  }
}

export function ensureWritableFolder(path: string) {
  createFolder(resolve(path))
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
}

/**
 * Creates folders that only the site's own user can read. It creates one after the other, since a recursive `mkdirSync`
 * never returns in a folder such as /proc.
 */
function createFolder(path: string) {
  if (existsSync(path)) return
  createFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(path)) throw error // otherwise another process has just created it
  }
}

function hasImages(dataDir: string): boolean {
  const uploads = join(dataDir, "uploads")
  return existsSync(uploads) && readdirSync(uploads, { withFileTypes: true }).some((entry) => entry.isFile())
}

/** Rejects a file that is damaged, no database or newer than the program, without changing it. */
function rejectUnusableFile(file: string) {
  const status = statSync(file)
  if (!status.isFile()) throw new UnusableDatabase(`${file} n’est pas un fichier`)
  // A first start writes its tables before any image, so this database was lost. SQLite takes one byte for none.
  if (status.size <= 1 && hasImages(dirname(file)))
    throw new UnusableDatabase(
      `${file} est vide, alors que le dossier uploads a des images : restaurez une sauvegarde, ou supprimez ce fichier`,
    )
  const found = inspectSqlite(file)
  if ("damage" in found)
    throw new UnusableDatabase(`${file} est endommagé ou n’est pas une base de données de ce site (${found.damage})`)
  const reason = explainUnusable(found)
  if (reason) throw new UnusableDatabase(`${file} vient ${reason}`)
}
