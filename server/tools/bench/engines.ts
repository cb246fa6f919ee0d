import { connectFile, connectUrl } from "#server/database/connect.ts"
import { copyRows } from "#server/database/copy-rows.ts"
import { runStatement, startPostgresServer } from "#server/testing/postgres-server.ts"

/** The database that holds the rows of a measured site. */
export interface Engine extends AsyncDisposable {
  name: string
  /** Returns the settings of a site that has the rows of this file. */
  settingsFor(file: string): Promise<Record<string, string>>
}

export const sqlite: Engine = {
  name: "SQLite",
  settingsFor: async () => ({}),
  [Symbol.asyncDispose]: async () => {},
}

/** These are the settings of docs/deploy/several-machines/compose.yaml. */
const settings = { autovacuum: "on", shared_buffers: "512MB", effective_cache_size: "1GB" }

/** Starts a PostgreSQL server that writes to the disk. */
export async function startPostgres(): Promise<Engine> {
  const server = await startPostgresServer({ durable: true, settings })
  let databases = 0
  return {
    name: "PostgreSQL",
    async settingsFor(file) {
      databases += 1
      const url = server.url(`site_${databases}`)
      await server.run(`create database site_${databases}`)
      await copy(file, url)
      // Autovacuum would do this within some minutes.
      await runStatement(url, "vacuum analyze")
      return { DATABASE_URL: url }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function copy(file: string, url: string) {
  await using from = await connectFile(file)
  await using to = await connectUrl(url, { kind: "exclusive" })
  await copyRows(from, to)
}
