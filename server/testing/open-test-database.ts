import Sqlite from "better-sqlite3"
import { connectFile } from "#server/database/connect.ts"
import { SiteDatabase } from "#server/database/core/site-database.ts"
import { migrate } from "#server/database/migrate.ts"
import { SitePostgresDialect } from "#server/database/postgres/dialect.ts"
import { openSqlite, SiteSqliteDialect } from "#server/database/sqlite/dialect.ts"
import { acquireDatabase, type Copy, releaseDatabase } from "./postgres-databases.ts"
import { postgresUrl } from "./postgres-for-tests.ts"

/** The engine that the integration tests run on. */
export const engine = process.env.TEST_ENGINE === "postgres" ? "postgres" : "sqlite"

let template: Promise<Buffer> | undefined

/** A migrated database of its own: SQLite's in memory, or PostgreSQL's, which other tests get once it is closed. */
export async function openTestDatabase(): Promise<SiteDatabase> {
  if (engine === "postgres") return new PostgresTestDatabase(await acquireDatabase())
  // Migrations run once per worker: every database is a copy of the first.
  template ??= createTemplate()
  return openCopy(await template)
}

/** For tests that need many databases with the same rows. */
export function openCopy(bytes: Buffer): SiteDatabase {
  return new SiteDatabase(openSqlite(bytes))
}

/** Two instances on one PostgreSQL database, which other tests get once the first one is closed. */
export async function openTwice() {
  const copy = await acquireDatabase()
  const url = postgresUrl(copy.name)
  return { url, db: new PostgresTestDatabase(copy), other: new SiteDatabase(new SitePostgresDialect(url)) }
}

/** Two connections to one database, as two instances have them; SQLite's is a new file. */
export async function openInstances(file: string) {
  if (engine === "postgres") return openTwice()
  return { db: await connectFile(file), other: await connectFile(file) }
}

/** A migrated SQLite database, filled, as bytes to be copied. */
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
