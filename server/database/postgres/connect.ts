import { CamelCasePlugin, Kysely, sql } from "kysely"
import type { Database } from "#server/database/core/database.ts"
import type { Lock, LockKind } from "#server/database/core/engine.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { SiteDatabase } from "#server/database/core/site-database.ts"
import { UnusableDatabase } from "#server/database/core/unusable-database.ts"
import { SitePostgresDialect, unlimitedPostgresDialect } from "./dialect.ts"
import { isFromServer, PostgresUnreachable, postgresFailure } from "./failure.ts"
import { rejectPooler } from "./pooler.ts"
import { lockDatabase } from "./session-lock.ts"

interface Opening {
  kind: LockKind
  lock: Lock | undefined
  /** Checks and migrates the database before it is used. */
  prepare: (db: Database) => Promise<void>
}

export async function connectPostgres(url: string, { kind, lock, prepare }: Opening): Promise<SiteDatabase> {
  const locks = lock ? [lock] : []
  try {
    await rejectPooler(url)
    locks.push(await lockFor(kind, url))
    await using db = new Kysely<Schema>({ dialect: unlimitedPostgresDialect(url), plugins: [new CamelCasePlugin()] })
    await requireUsable(db)
    await prepare(db)
  } catch (error) {
    for (const lock of locks) await lock.release()
    throw explain(error) ?? error
  }
  return new SiteDatabase(new SitePostgresDialect(url, kind === "exclusive" ? {} : undefined), ...locks)
}

/** Runs before anything is written, since another program's database must stay as it is. */
async function requireUsable(db: Database): Promise<void> {
  const { rows } = await sql<{ encoding: string; isForeign: boolean }>`
    select current_setting('server_encoding') as encoding,
      to_regclass('kysely_migration') is null and exists (
        select from pg_class where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace = current_schema()::regnamespace
          and not exists (
            select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
          )
      ) as is_foreign
  `.execute(db)
  const [found] = rows
  if (found?.encoding !== "UTF8") {
    throw new UnusableDatabase(`DATABASE_URL : la base est en ${found?.encoding}, il faut une base en UTF8`)
  }
  if (found.isForeign) throw new UnusableDatabase("DATABASE_URL : la base appartient à un autre programme")
}

async function lockFor(kind: LockKind, url: string): Promise<Lock> {
  try {
    return await lockDatabase(url, kind)
  } catch (cause) {
    if (postgresFailure(cause) !== "locked") throw cause
    const reason = {
      shared: "la base est en cours de restauration",
      exclusive: "un site ou une commande travaille sur la base, arrêtez-les d’abord",
    }
    throw new UnusableDatabase(`DATABASE_URL : ${reason[kind]}`, { cause })
  }
}

/** SQLSTATE classes of failed logins, databases, connections or rights, which the operator has to correct. */
const refused = /^(28|3D|3F|08|57P|53|42501|25006)/

/** Explains the error without the URL, which may contain a password. */
function explain(error: unknown): UnusableDatabase | undefined {
  const isRefused = error instanceof PostgresUnreachable || (isFromServer(error) && refused.test(error.code))
  if (!isRefused) return undefined
  const reason = error.message.replace(/\s+/g, " ")
  return new UnusableDatabase(`DATABASE_URL : PostgreSQL ne peut pas être utilisé (${reason})`, { cause: error })
}
