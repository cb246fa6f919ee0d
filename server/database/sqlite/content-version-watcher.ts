import type Sqlite from "better-sqlite3"

/**
 * Reads the content version of the last commit synchronously, since cached pages cannot wait for a connection. Commits
 * of this process refresh it; SQLite's `data_version` changes with each commit of another process.
 */
export class ContentVersionWatcher {
  readonly #database: Sqlite.Database
  #selectDataVersion: Sqlite.Statement | undefined
  #selectVersion: Sqlite.Statement | undefined
  #dataVersion: unknown
  #version: number | undefined

  constructor(database: Sqlite.Database) {
    this.#database = database
  }

  /** Returns undefined while a transaction of this process hides another's commit, and where nothing can be read. */
  current(): number | undefined {
    try {
      this.#selectDataVersion ??= this.#database.prepare("pragma data_version").pluck()
      const dataVersion = this.#selectDataVersion.get()
      if (dataVersion !== this.#dataVersion || this.#version === undefined) this.refresh()
      this.#dataVersion = dataVersion
    } catch {
      this.#version = undefined // the database is being closed
    }
    return this.#version
  }

  /** Leaves the version unknown inside a transaction, whose uncommitted writes would be seen. */
  refresh(): void {
    this.#version = undefined
    if (this.#database.inTransaction) return
    try {
      this.#selectVersion ??= this.#database.prepare("select version from content_version").pluck()
      this.#version = Number(this.#selectVersion.get())
    } catch {} // The database is not migrated yet or damaged: pages are not cached, and their queries report the error
  }
}
