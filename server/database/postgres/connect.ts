import { CamelCasePlugin, Kysely } from "kysely"
import { findUnknownMigration, migrate } from "#server/database/migrate.ts"
import type { Schema } from "#server/database/schema.ts"
import { SiteDatabase } from "#server/database/site-database.ts"
import type { FileLock } from "#server/database/sqlite/file-lock.ts"
import { UnusableDatabase } from "#server/database/unusable-database.ts"
import { SitePostgresDialect, unlimitedPostgresDialect } from "./dialect.ts"
import { isFromServer, PostgresUnreachable } from "./failure.ts"

/** Opens and migrates the database at that URL. The lock is released when the database is closed. */
export async function connectPostgres(url: string, lock?: FileLock): Promise<SiteDatabase> {
  try {
    await using db = new Kysely<Schema>({ dialect: unlimitedPostgresDialect(url), plugins: [new CamelCasePlugin()] })
    const unknown = await findUnknownMigration(db)
    if (unknown) {
      throw new UnusableDatabase(
        `DATABASE_URL : la base vient d’une version plus récente du programme (migration ${unknown})`,
      )
    }
    await migrate(db)
  } catch (error) {
    lock?.release()
    throw explain(error) ?? error
  }
  return new SiteDatabase(new SitePostgresDialect(url), lock)
}

/** The classes of SQLSTATE for a login, a database, a connection or rights that the operator has to correct. */
const refused = /^(28|3D|08|57P|53|42501)/

/** Without the URL, which may contain a password. */
function explain(error: unknown): UnusableDatabase | undefined {
  const isRefused = error instanceof PostgresUnreachable || (isFromServer(error) && refused.test(error.code))
  if (!isRefused) return undefined
  const reason = error.message.replace(/\s+/g, " ")
  return new UnusableDatabase(`DATABASE_URL : PostgreSQL ne peut pas être utilisé (${reason})`, { cause: error })
}
