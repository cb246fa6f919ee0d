import { existsSync } from "node:fs"
import Sqlite from "better-sqlite3"
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  sql,
} from "kysely"
import { LRUCache } from "lru-cache"
import type { SiteDialect } from "#server/database/core/engine.ts"
import { rejectInTransactionScope } from "#server/database/core/transaction-scope.ts"
import { ContentVersionWatcher } from "./content-version-watcher.ts"
import { makePrivate } from "./private-file.ts"

/** A wait for a lock inside SQLite blocks the event loop, so it is short; transaction.ts retries asynchronously. */
const LOCK_WAIT_MS = 20

class ImmediateDriver extends SqliteDriver {
  readonly #database: Sqlite.Database
  readonly #contentVersion: ContentVersionWatcher
  readonly #adapter: DialectAdapter
  #lastRelease = Promise.resolve()
  #release = () => {}

  constructor(database: Sqlite.Database, contentVersion: ContentVersionWatcher, adapter: DialectAdapter) {
    super({ database: { prepare: createStatementCache(database), close: () => database.close() } })
    this.#database = database
    this.#contentVersion = contentVersion
    this.#adapter = adapter
  }

  /** Lends the one connection in turn. A query that would wait for its own transaction is rejected instead. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    rejectInTransactionScope(this.#adapter)
    const released = this.#lastRelease
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lastRelease = promise
    await released
    this.#release = resolve
    return super.acquireConnection()
  }

  override async releaseConnection(): Promise<void> {
    this.#release()
  }

  /**
   * Begins an immediate transaction, since one that reads first could not be upgraded after another process has
   * written. Does not wait for the lock: many writes that wait 20 ms each would block every page for seconds.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#database.pragma("busy_timeout = 0")
    const begun = connection.executeQuery(CompiledQuery.raw("begin immediate"))
    this.#database.pragma(`busy_timeout = ${LOCK_WAIT_MS}`)
    await begun
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#contentVersion.refresh()
  }

  /** On a full disk SQLite has rolled back by itself; a second rollback would fail and hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  /** Otherwise Kysely would lend the connection in turn itself, and wait before the driver can reject a query. */
  override get supportsMultipleConnections(): true {
    return true
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

export class SiteSqliteDialect extends SqliteDialect implements SiteDialect {
  readonly #database: Sqlite.Database
  readonly #contentVersion: ContentVersionWatcher
  readonly #adapter = new TransactionalDdlAdapter()

  constructor(database: Sqlite.Database) {
    super({ database })
    this.#database = database
    this.#contentVersion = new ContentVersionWatcher(database)
  }

  contentVersion(): number | undefined {
    return this.#contentVersion.current()
  }

  override createDriver() {
    return new ImmediateDriver(this.#database, this.#contentVersion, this.#adapter)
  }

  override createAdapter() {
    return this.#adapter
  }
}

/** Opens a file, or in tests a database as bytes. */
export function openSqlite(file: string | Buffer): SiteSqliteDialect {
  if (typeof file === "string" && file !== ":memory:") makePrivate(file)
  const database = new Sqlite(file, { timeout: LOCK_WAIT_MS })
  try {
    database.pragma("journal_mode = WAL")
    database.pragma("synchronous = FULL")
    database.pragma("foreign_keys = ON")
    // Whoever is erased must not remain in the free pages of the file.
    database.pragma("secure_delete = ON")
    // By default SQLite keeps the statement journals of writes with many triggers in temporary files.
    database.pragma("temp_store = MEMORY")
  } catch (error) {
    database.close()
    throw error
  }
  return new SiteSqliteDialect(database)
}

/** SQLite's own descriptions are English and have several lines. */
const UNREADABLE = "SQLite ne peut pas la lire en entier"

/** Returns the migrations of a database file, or its damage in French, without changing the file. */
export function inspectSqlite(file: string): { migrations: string[]; oldestPrograms: string[] } | { damage: string } {
  let database: Sqlite.Database | undefined
  try {
    // Closing a writable connection checkpoints a log that a crash left; closing a read-only one leaves an empty log.
    const readonly = existsSync(`${file}-wal`) || existsSync(`${file}-journal`)
    database = new Sqlite(file, { readonly, fileMustExist: true, timeout: LOCK_WAIT_MS })
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' and rootpage > 0")
      .pluck()
      .all()
    // Tables are checked one by one: checking the file would compare the text indexes with all texts for seconds.
    for (const table of tables) {
      const verdict = database.pragma(`quick_check("${table}")`, { simple: true })
      if (verdict !== "ok") return { damage: UNREADABLE }
    }
    if (tables.length === 0) return { migrations: [], oldestPrograms: [] }
    if (!tables.includes("kysely_migration")) return { damage: "elle appartient à un autre programme" }
    const read = (query: string) => database?.prepare(query).pluck().all().map(String) ?? []
    return {
      migrations: read("select name from kysely_migration"),
      oldestPrograms: tables.includes("oldest_programs") ? read("select version from oldest_programs") : [],
    }
  } catch (error) {
    if (isEnvironmentFailure(error) || !(error instanceof Sqlite.SqliteError)) throw error
    return { damage: UNREADABLE }
  } finally {
    database?.close()
  }
}

/** Whether the cause is the machine (disk, permissions, another process) rather than the program. */
export function isEnvironmentFailure(error: unknown): error is Error {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(BUSY|CANTOPEN|FULL|IOERR|PERM|READONLY)/.test(error.code)
}

export async function countBrokenReferences(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql`pragma foreign_key_check`.execute(db)
  return rows.length
}

const STATEMENTS = 200
const LONGEST_STATEMENT = 4000

/** Caches statements, as preparing takes as long as running. SQLite prepares them again if the schema has changed. */
function createStatementCache(database: Sqlite.Database) {
  const statements = new LRUCache<string, Sqlite.Statement<unknown[]>>({
    max: STATEMENTS,
    maxEntrySize: LONGEST_STATEMENT,
    sizeCalculation: (_statement, text) => Math.max(text.length, 1),
    memoMethod: (text) => database.prepare<unknown[]>(text),
  })
  return (text: string) => statements.memo(text)
}
