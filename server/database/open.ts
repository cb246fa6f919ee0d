import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { CamelCasePlugin, Kysely } from "kysely"
import { inspectSqlite, isLocked, isOutside, type LisangaSqlite, openSqlite } from "./dialect.ts"
import type { Lock } from "./lock.ts"
import { migrate, migrations } from "./migrate.ts"
import { shareFolder } from "./replacement.ts"
import type { Schema } from "./schema.ts"
import { retryWhileLocked } from "./write.ts"

/** Why the program cannot start on this data: one line for whoever started it. */
export class DataError extends Error {}

/** The site's database, which also tells at once whether its content has changed. */
export class SiteDatabase extends Kysely<Schema> {
  readonly #sqlite: LisangaSqlite

  constructor(dialect: LisangaSqlite) {
    super({ dialect, plugins: [new CamelCasePlugin()] })
    this.#sqlite = dialect
  }

  /** Of the last committed write; undefined where it cannot be told at the moment. */
  contentVersion(): number | undefined {
    return this.#sqlite.content.now()
  }
}

/** Opens and migrates the database of a data folder, which is made if it is missing. */
export async function openDatabase(dataDir: string): Promise<SiteDatabase> {
  const lock = await enter(dataDir)
  const file = join(dataDir, "site.db")
  try {
    await retryWhileLocked(async () => {
      if (existsSync(file)) refuseUnfit(file)
    })
    return await openFile(file, lock)
  } catch (error) {
    lock.release()
    if (isOutside(error)) throw new DataError(`${file} ne peut pas être ouvert (${error.message})`, { cause: error })
    throw error
  }
}

/** ":memory:" makes one for a test. The lock is released when the database is closed. */
export async function openFile(file: string, lock?: Lock): Promise<SiteDatabase> {
  const db = new SiteDatabase(await retryWhileLocked(async () => openSqlite(file, lock)))
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}

async function enter(dataDir: string): Promise<Lock> {
  let lock: Lock | undefined
  try {
    prepareFolder(dataDir)
    lock = await shareFolder(dataDir)
    prepareFolder(join(dataDir, "uploads"))
    return lock
  } catch (error) {
    lock?.release()
    if (isLocked(error)) throw new DataError(`${dataDir} est en cours de restauration`, { cause: error })
    throw new DataError(`DATA_DIR : on ne peut pas écrire dans ${dataDir}`, { cause: error })
  }
}

export function prepareFolder(path: string) {
  makeFolder(resolve(path))
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** Not by mkdir's own recursion: it never returns where a folder such as /proc refuses new ones. */
function makeFolder(path: string) {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    if (!existsSync(path)) throw error // else another process was first
  }
}

/** A file that is damaged, no database, or written by a newer program stays exactly as it is. */
function refuseUnfit(file: string) {
  if (!statSync(file).isFile()) throw new DataError(`${file} n’est pas un fichier`)
  const found = inspectSqlite(file)
  if ("damage" in found)
    throw new DataError(`${file} est endommagé ou n’est pas une base de données de ce site (${found.damage})`)
  const unknown = found.migrations.find((name) => !(name in migrations))
  if (unknown) throw new DataError(`${file} vient d’une version plus récente du programme (migration ${unknown})`)
}
