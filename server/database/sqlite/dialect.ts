import { existsSync } from "node:fs"
import Sqlite from "better-sqlite3"
import type { ColumnDefinitionBuilder, Kysely } from "kysely"
import { CompiledQuery, type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver, sql } from "kysely"
import { ContentVersionWatcher } from "./content-version-watcher.ts"
import type { FileLock } from "./file-lock.ts"
import { createStatementCache } from "./statement-cache.ts"

/**
 * All that is SQLite's own. Statements are synchronous here, so that a wait for a lock would hold every page up:
 * SQLite itself waits a few milliseconds at most, and a locked write is tried again between events (write.ts).
 */
const LOCK_WAIT_MS = 20

class ImmediateDriver extends SqliteDriver {
  readonly #database: Sqlite.Database
  readonly #content: ContentVersionWatcher
  readonly #lock: FileLock | undefined

  constructor(database: Sqlite.Database, content: ContentVersionWatcher, lock: FileLock | undefined) {
    super({ database: { prepare: createStatementCache(database), close: () => database.close() } })
    this.#database = database
    this.#content = content
    this.#lock = lock
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    this.#lock?.release()
  }

  /**
   * Takes the write lock at once: a transaction that reads first could not be upgraded once another had written. It
   * waits for none: many writes that wait a few milliseconds each would hold every page up for seconds.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#database.pragma("busy_timeout = 0")
    const begun = connection.executeQuery(CompiledQuery.raw("begin immediate"))
    this.#database.pragma(`busy_timeout = ${LOCK_WAIT_MS}`)
    await begun
  }

  /** The step that makes the writes everybody's makes their version known too. */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#content.refresh()
  }

  /** A full disk makes SQLite roll back by itself; a second time would fail and hide what went wrong. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

export class SiteSqliteDialect extends SqliteDialect {
  readonly #database: Sqlite.Database
  readonly #lock: FileLock | undefined
  readonly content: ContentVersionWatcher

  constructor(database: Sqlite.Database, lock: FileLock | undefined) {
    super({ database })
    this.#database = database
    this.#lock = lock
    this.content = new ContentVersionWatcher(database)
  }

  override createDriver() {
    return new ImmediateDriver(this.#database, this.content, this.#lock)
  }

  override createAdapter() {
    return new TransactionalDdlAdapter()
  }
}

/** The lock is released when the database is closed. */
export function openSqlite(file: string, lock?: FileLock): SiteSqliteDialect {
  const database = new Sqlite(file, { timeout: LOCK_WAIT_MS })
  try {
    database.pragma("journal_mode = WAL")
    database.pragma("synchronous = FULL")
    database.pragma("foreign_keys = ON")
  } catch (error) {
    database.close()
    throw error
  }
  return new SiteSqliteDialect(database, lock)
}

/** The migrations of a database file, or what is wrong with it, found without changing anything. */
export function inspectSqlite(file: string): { migrations: string[] } | { damage: string } {
  let database: Sqlite.Database | undefined
  try {
    // Closing a writable connection would bring a log that was left over into the file, and closing a readonly one
    // leaves the empty log behind that it had to make.
    const readonly = existsSync(`${file}-wal`) || existsSync(`${file}-journal`)
    database = new Sqlite(file, { readonly, fileMustExist: true, timeout: LOCK_WAIT_MS })
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' and rootpage > 0")
      .pluck()
      .all()
    // Without a table's name it would read every text again to compare it with the text indexes: seconds.
    for (const table of tables) {
      const verdict = database.pragma(`quick_check("${table}")`, { simple: true })
      if (verdict !== "ok") return { damage: String(verdict) }
    }
    if (tables.length === 0) return { migrations: [] }
    if (!tables.includes("kysely_migration")) return { damage: "elle appartient à un autre programme" }
    return { migrations: database.prepare("select name from kysely_migration").pluck().all().map(String) }
  } catch (error) {
    if (isEnvironmentFailure(error) || !(error instanceof Sqlite.SqliteError)) throw error
    return { damage: error.message }
  } finally {
    database?.close()
  }
}

/** Whether a failure says that another process holds the database. */
export function isLocked(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY")
}

/** Whether a failure lies with the machine rather than with the program: its disk, its rights, another process. */
export function isEnvironmentFailure(error: unknown): error is Error {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(BUSY|CANTOPEN|FULL|IOERR|PERM|READONLY)/.test(error.code)
}

/** Rows that point to a row that is not there. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time
export async function countBrokenReferences(db: Kysely<any>): Promise<number> {
  const { rows } = await sql`pragma foreign_key_check`.execute(db)
  return rows.length
}

/** An integer key that is never given out twice. */
export function autoIncrementKey(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.primaryKey().autoIncrement()
}
