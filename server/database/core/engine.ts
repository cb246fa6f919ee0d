import { type Dialect, type Kysely, PostgresAdapter } from "kysely"

/** SQLite's version is read synchronously, PostgreSQL's by a query; it is undefined while it is unknown. */
export type ContentVersion = number | undefined | Promise<number | undefined>

/** A lock is exclusive, or shared by all that use a database. It ends with its process at the latest. */
export interface Lock {
  release(): void | Promise<void>
}

export type LockKind = "shared" | "exclusive"

/** Connections by what they do; `waiting` are the callers that get none yet. */
export interface ConnectionCounts {
  busy: number
  idle: number
  waiting: number
}

export interface SiteDialect extends Dialect {
  /** Returns the version of the last commit, for a request that arrived before the call. */
  contentVersion(): ContentVersion
  /** Counts the connections of its pools, if it has any. */
  countConnections?(): ConnectionCounts
  /** The dialect of write transactions, if they have separate connections. */
  readonly writes?: Dialect
}

export function isPostgres(db: Pick<Kysely<unknown>, "getExecutor">): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/**
 * `locked`: another transaction holds a lock, and a retry may succeed. `unavailable`: the database does not answer.
 * `full`: it accepts no more writes, but can be read. `duplicate`: a unique index has the value already. `invalid`: the
 * column cannot hold the value.
 */
export type DatabaseFailure = "locked" | "unavailable" | "full" | "duplicate" | "invalid"
