import { CamelCasePlugin, Kysely, type TransactionBuilder } from "kysely"
import type { ConnectionCounts, ContentVersion, Lock, SiteDialect } from "./engine.ts"
import type { Schema } from "./schema.ts"

export class SiteDatabase extends Kysely<Schema> {
  readonly #dialect: SiteDialect
  readonly #writes: Kysely<Schema> | undefined
  readonly #locks: readonly Lock[]

  /** Closing the database also releases the locks. */
  constructor(dialect: SiteDialect, ...locks: Lock[]) {
    super({ dialect, plugins: [new CamelCasePlugin()] })
    this.#dialect = dialect
    this.#locks = locks
    this.#writes = dialect.writes && new Kysely({ dialect: dialect.writes, plugins: [new CamelCasePlugin()] })
  }

  override transaction(): TransactionBuilder<Schema> {
    return this.#writes?.transaction() ?? super.transaction()
  }

  contentVersion(): ContentVersion {
    return this.#dialect.contentVersion()
  }

  /** It is undefined for a database without connections, such as SQLite's. */
  countConnections(): ConnectionCounts | undefined {
    return this.#dialect.countConnections?.()
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), this.#writes?.destroy()])
    for (const lock of this.#locks) await lock.release()
  }
}
