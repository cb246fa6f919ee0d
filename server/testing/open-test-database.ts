import Sqlite from "better-sqlite3"
import { SiteDatabase } from "#server/database/connect.ts"
import { migrate } from "#server/database/migrate.ts"
import { openSqlite, SiteSqliteDialect } from "#server/database/sqlite/dialect.ts"

let template: Promise<Buffer> | undefined

/** A migrated database in memory. Migrations run once per worker: every database is a copy of the first. */
export async function openTestDatabase(): Promise<SiteDatabase> {
  template ??= createTemplate()
  return new SiteDatabase(openSqlite(await template))
}

async function createTemplate(): Promise<Buffer> {
  const sqlite = new Sqlite(":memory:")
  await using db = new SiteDatabase(new SiteSqliteDialect(sqlite, undefined))
  await migrate(db)
  return sqlite.serialize()
}
