import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { CamelCasePlugin, Kysely } from "kysely"
import { migrate, migrations } from "./migrate.ts"
import type { Schema } from "./schema.ts"
import { inspectSqlite, isEnvironmentFailure, isLocked, openSqlite, type SiteSqliteDialect } from "./sqlite/dialect.ts"
import type { FileLock } from "./sqlite/file-lock.ts"
import { acquireSharedLock } from "./swap.ts"
import { retryWhileLocked } from "./transaction.ts"

/** Why the program cannot start on this data, in one line for the operator. */
export class DataDirError extends Error {}

export class SiteDatabase extends Kysely<Schema> {
  readonly #sqlite: SiteSqliteDialect

  constructor(dialect: SiteSqliteDialect) {
    super({ dialect, plugins: [new CamelCasePlugin()] })
    this.#sqlite = dialect
  }

  /** The version of the last commit, read synchronously; undefined while it is unknown. */
  contentVersion(): number | undefined {
    return this.#sqlite.contentVersion.current()
  }
}

/** Opens and migrates the database of a data folder, and creates the folder if it is missing. */
export async function connect(dataDir: string): Promise<SiteDatabase> {
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
      throw new DataDirError(`${file} ne peut pas être ouvert (${error.message})`, { cause: error })
    throw error
  }
}

/** ":memory:" is for tests. The lock is released when the database is closed. */
export async function connectFile(file: string, lock?: FileLock): Promise<SiteDatabase> {
  const db = new SiteDatabase(await retryWhileLocked(async () => openSqlite(file, lock)))
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
    if (isLocked(error)) throw new DataDirError(`${dataDir} est en cours de restauration`, { cause: error })
    throw new DataDirError(`DATA_DIR : on ne peut pas écrire dans ${dataDir}`, { cause: error })
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
  if (!statSync(file).isFile()) throw new DataDirError(`${file} n’est pas un fichier`)
  const found = inspectSqlite(file)
  if ("damage" in found)
    throw new DataDirError(`${file} est endommagé ou n’est pas une base de données de ce site (${found.damage})`)
  const unknown = found.migrations.find((name) => !(name in migrations))
  if (unknown) throw new DataDirError(`${file} vient d’une version plus récente du programme (migration ${unknown})`)
}
