import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
} from "kysely"
import type { ConnectionCounts, ContentVersion, SiteDialect } from "#server/database/core/engine.ts"
import { rejectInTransactionScope } from "#server/database/core/transaction-scope.ts"
import { coalesceCalls } from "./coalesce-calls.ts"
import { createPool, type Pool } from "./pool.ts"

const SECOND_MS = 1000

/** The server ends a long statement; if the server is silent, the client gives up a second later. */
const limits = {
  statement_timeout: 5 * SECOND_MS,
  query_timeout: 6 * SECOND_MS,
  lock_timeout: 5 * SECOND_MS,
  idle_in_transaction_session_timeout: 10 * SECOND_MS,
}

const reads = { max: 10, connectionTimeoutMillis: 2 * SECOND_MS }

/** Transactions wait for each other, so few connections suffice for them; reads must never wait with them. */
const writes = { max: 4, connectionTimeoutMillis: 5 * SECOND_MS }

/** One connection is enough, since one query of the version runs at a time; cached pages wait for it. */
const versions = { max: 1, connectionTimeoutMillis: SECOND_MS, statement_timeout: SECOND_MS, query_timeout: SECOND_MS }

/** This statement is prepared, since every request for a page waits for it. */
const selectVersion = { name: "content_version", text: "select version from content_version" }

/** Migrations and copies take as long as they need. */
const unlimited = { max: 2, connectionTimeoutMillis: 5 * SECOND_MS }

/** What one instance takes of PostgreSQL's max_connections, beside the session that holds its locks. */
export const CONNECTIONS_MAX = reads.max + writes.max + versions.max + unlimited.max

/** Any number will do, but it must be the same in every instance. */
const WRITE_LOCK = 7261

class ReadDriver extends PostgresDriver {
  readonly #adapter: DialectAdapter

  constructor(pool: PostgresPool, adapter: DialectAdapter) {
    super({ pool })
    this.#adapter = adapter
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    rejectInTransactionScope(this.#adapter)
    return super.acquireConnection()
  }
}

class WriteDriver extends PostgresDriver {
  /**
   * Lets one write transaction run at a time, as in SQLite, so that what it has read stays true until it commits. The
   * lock ends with the transaction. It is taken before any query, since a snapshot older than the lock could be stale.
   */
  override async beginTransaction(...[connection, settings]: Parameters<PostgresDriver["beginTransaction"]>) {
    await super.beginTransaction(connection, settings)
    if (settings.accessMode === "read only") return
    try {
      await lockWrites(connection)
    } catch (error) {
      // Kysely does not know the transaction yet, and would return the connection to the pool with a failed one.
      await connection.executeQuery(CompiledQuery.raw("rollback")).catch(() => undefined)
      throw error
    }
  }
}

async function lockWrites(connection: DatabaseConnection) {
  await connection.executeQuery(CompiledQuery.raw(`select pg_advisory_xact_lock(${WRITE_LOCK})`))
}

class WriteDialect extends PostgresDialect {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver() {
    return new WriteDriver({ pool: this.#pool })
  }
}

export class SitePostgresDialect extends PostgresDialect implements SiteDialect {
  readonly writes: PostgresDialect
  readonly #pool: PostgresPool
  readonly #pools: readonly Pool[]
  readonly #adapter = new PostgresAdapter()
  readonly #versions: Pool
  readonly #queryVersion: () => Promise<number>

  /** A copy of a site needs connections without time limits. */
  constructor(url: string, timeLimits: Partial<typeof limits> = limits) {
    const pool = createPool(url, { ...reads, ...timeLimits })
    const versionPool = createPool(url, versions)
    const reading = { ...pool, end: () => endAll([pool, versionPool]) }
    super({ pool: reading })
    const writePool = createPool(url, { ...writes, ...timeLimits })
    this.#pool = reading
    this.#pools = [pool, versionPool, writePool]
    this.writes = new WriteDialect(writePool)
    this.#versions = versionPool
    this.#queryVersion = coalesceCalls(() => this.#readVersion())
  }

  override createDriver() {
    return new ReadDriver(this.#pool, this.#adapter)
  }

  override createAdapter() {
    return this.#adapter
  }

  /** Returns undefined when PostgreSQL does not answer; the request's own queries will report why. */
  contentVersion(): ContentVersion {
    return this.#queryVersion().catch(() => undefined)
  }

  countConnections(): ConnectionCounts {
    const sum = (state: keyof ConnectionCounts) => this.#pools.reduce((total, pool) => total + pool.count()[state], 0)
    return { busy: sum("busy"), idle: sum("idle"), waiting: sum("waiting") }
  }

  async #readVersion(): Promise<number> {
    const client = await this.#versions.connect()
    try {
      const { rows } = await client.queryPrepared<{ version: number }>(selectVersion)
      if (!rows[0]) throw new Error("content_version is empty")
      return rows[0].version
    } finally {
      client.release()
    }
  }
}

async function endAll(pools: readonly PostgresPool[]) {
  await Promise.all(pools.map((pool) => pool.end()))
}

export function unlimitedPostgresDialect(url: string): PostgresDialect {
  return new WriteDialect(createPool(url, unlimited))
}
