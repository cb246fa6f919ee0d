import type Sqlite from "better-sqlite3"

/**
 * The content's version as it was committed last, told at once: kept pages cannot wait for a transaction's turn.
 * This process's own writes make it known as they are committed; whether another process has written since is told by
 * SQLite's data_version, which changes with each of their commits.
 */
export class ContentVersionWatcher {
  readonly #database: Sqlite.Database
  #askDataVersion: Sqlite.Statement | undefined
  #askVersion: Sqlite.Statement | undefined
  #dataVersion: unknown
  #version: number | undefined

  constructor(database: Sqlite.Database) {
    this.#database = database
  }

  /** Undefined while another process's write is hidden by a transaction of this one, and where nothing can be read. */
  current(): number | undefined {
    try {
      this.#askDataVersion ??= this.#database.prepare("pragma data_version").pluck()
      const dataVersion = this.#askDataVersion.get()
      if (dataVersion !== this.#dataVersion || this.#version === undefined) this.refresh()
      this.#dataVersion = dataVersion
    } catch {
      this.#version = undefined // a database that is being closed
    }
    return this.#version
  }

  /** What its own transaction under way has written a connection sees too, but nobody else may. */
  refresh(): void {
    this.#version = undefined
    if (this.#database.inTransaction) return
    try {
      this.#askVersion ??= this.#database.prepare("select version from content_version").pluck()
      this.#version = Number(this.#askVersion.get())
    } catch {} // not migrated yet, or damaged: then nothing is kept, and the pages' own queries say what is wrong
  }
}
