import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { CamelCasePlugin, Kysely } from "kysely"
import { inspectSqlite, isOutside, openSqlite } from "./dialect.ts"
import { migrate, migrations } from "./migrate.ts"
import type { Schema } from "./schema.ts"
import { type Database, retryWhileLocked } from "./write.ts"

/** Why the program cannot start on this data: one line for whoever started it. */
export class DataError extends Error {}

/** Opens and migrates the database of a data folder, which is made if it is missing. */
export async function openDatabase(dataDir: string): Promise<Database> {
  prepareFolder(dataDir)
  const file = join(dataDir, "site.db")
  try {
    await retryWhileLocked(async () => {
      if (existsSync(file)) refuseUnfit(file)
    })
    return await openFile(file)
  } catch (error) {
    if (isOutside(error)) throw new DataError(`${file} ne peut pas être ouvert (${error.message})`, { cause: error })
    throw error
  }
}

/** ":memory:" makes one for a test. */
export async function openFile(file: string): Promise<Database> {
  const dialect = await retryWhileLocked(async () => openSqlite(file))
  const db = new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin()] })
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}

function prepareFolder(dataDir: string) {
  try {
    makeFolder(resolve(dataDir, "uploads"))
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    accessSync(join(dataDir, "uploads"), constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new DataError(`DATA_DIR : on ne peut pas écrire dans ${dataDir}`, { cause: error })
  }
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
