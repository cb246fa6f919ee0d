import Sqlite from "better-sqlite3"
import { connectFile } from "#server/database/connect.ts"
import { SiteDatabase } from "#server/database/core/site-database.ts"
import { migrate } from "#server/database/migrate.ts"
import { SitePostgresDialect } from "#server/database/postgres/dialect.ts"
import { openSqlite, SiteSqliteDialect } from "#server/database/sqlite/dialect.ts"
import { acquireDatabase, type Copy, releaseDatabase } from "./postgres-databases.ts"
import { createEmptyDatabase, postgresUrl } from "./postgres-for-tests.ts"

/** The integration tests run on this engine. */
export const engine = process.env.TEST_ENGINE === "postgres" ? "postgres" : "sqlite"

let template: Promise<Buffer> | undefined

/** Opens a new migrated database, SQLite's in memory or PostgreSQL's, which other tests reuse once it is closed. */
export async function openTestDatabase(): Promise<SiteDatabase> {
  if (engine === "postgres") return new PostgresTestDatabase(await acquireDatabase())
  // Migrations run once per worker, since every database is a copy of the first.
  template ??= createTemplate()
  return openCopy(await template)
}

/** Opens a new database without tables, for tests of migrations. */
export async function openEmptyDatabase(): Promise<SiteDatabase> {
  if (engine === "postgres") return new SiteDatabase(new SitePostgresDialect(await createEmptyDatabase()))
  return new SiteDatabase(openSqlite(":memory:"))
}

/** Serves tests that need many databases with the same rows. */
export function openCopy(bytes: Buffer): SiteDatabase {
  return new SiteDatabase(openSqlite(bytes))
}

/** Opens two instances on one PostgreSQL database, which other tests reuse once the first one is closed. */
export async function openTwice() {
  const copy = await acquireDatabase()
  const url = postgresUrl(copy.name)
  return { url, db: new PostgresTestDatabase(copy), other: new SiteDatabase(new SitePostgresDialect(url)) }
}

/** Opens two connections to one database, as two instances do; SQLite's is a new file. */
export async function openInstances(file: string) {
  if (engine === "postgres") return openTwice()
  return { db: await connectFile(file), other: await connectFile(file) }
}

/** Creates a migrated and filled SQLite database, as bytes to be copied. */
export async function createTemplate(fill = async (_db: SiteDatabase) => {}): Promise<Buffer> {
  const sqlite = new Sqlite(":memory:")
  await using db = new SiteDatabase(new SiteSqliteDialect(sqlite))
  await migrate(db)
  await fill(db)
  return sqlite.serialize()
}

class PostgresTestDatabase extends SiteDatabase {
  #copy: Copy | undefined

  constructor(copy: Copy) {
    super(copy.dialect)
    this.#copy = copy
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    const copy = this.#copy
    this.#copy = undefined
    if (copy) await releaseDatabase(copy)
  }
}
