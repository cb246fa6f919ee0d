import { type Dialect, type Kysely, PostgresAdapter } from "kysely"

/** SQLite's is read at once, PostgreSQL has to be asked; undefined while it is unknown. */
export type ContentVersion = number | undefined | Promise<number | undefined>

/** Shared by all that use a database, or exclusive. It ends with its process at the latest. */
export interface Lock {
  release(): void | Promise<void>
}

export type LockKind = "shared" | "exclusive"

/** One of the two engines. */
export interface SiteDialect extends Dialect {
  /** The version of the last commit, for a request that has arrived before the call. */
  contentVersion(): ContentVersion
  /** The dialect of write transactions, where they have connections of their own. */
  readonly writes?: Dialect
}

export function isPostgres(db: Pick<Kysely<unknown>, "getExecutor">): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/**
 * `locked`: another transaction holds a lock, and the same may succeed later. `unavailable`: the database does not answer.
 * `full`: it takes no more writes, but can be read. `duplicate`: a unique index has the value already. `invalid`: the
 * column cannot hold the value.
 */
export type DatabaseFailure = "locked" | "unavailable" | "full" | "duplicate" | "invalid"
