import type { Kysely } from "kysely"
import { type Migration, Migrator } from "kysely/migration"
import { isPostgres } from "#server/database/core/engine.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { UnusableDatabase } from "#server/database/core/unusable-database.ts"
import { version } from "#server/program.ts"
import * as baseline from "./migrations/0001-baseline.ts"
import * as accountLinks from "./migrations/0002-account-links.ts"
import * as notifications from "./migrations/0003-notifications.ts"
import * as followUps from "./migrations/0004-follow-ups.ts"
import * as inboxSearch from "./migrations/0005-inbox-search.ts"
import * as attachments from "./migrations/0006-attachments.ts"
import * as incomingMails from "./migrations/0007-incoming-mails.ts"
import * as backups from "./migrations/0008-backups.ts"
import * as oldestPrograms from "./migrations/0009-oldest-programs.ts"
import * as pushSessions from "./migrations/0010-push-sessions.ts"
import { countBrokenReferences } from "./sqlite/dialect.ts"
import { retryWhileLocked } from "./transaction.ts"

/** Migrations by name, oldest first; a released migration is never changed. */
export const migrations: Record<string, Migration> = {
  "0001-baseline": withForeignKeyCheck(baseline),
  "0002-account-links": withForeignKeyCheck(accountLinks),
  "0003-notifications": withForeignKeyCheck(notifications),
  "0004-follow-ups": withForeignKeyCheck(followUps),
  "0005-inbox-search": withForeignKeyCheck(inboxSearch),
  "0006-attachments": withForeignKeyCheck(attachments),
  "0007-incoming-mails": withForeignKeyCheck(incomingMails),
  "0008-backups": withForeignKeyCheck(backups),
  "0009-oldest-programs": withForeignKeyCheck(oldestPrograms),
  "0010-push-sessions": withForeignKeyCheck(pushSessions),
}

/** The first and the last of the migrations that the baseline has replaced. */
const former = { first: "0001-tables", last: "0027-names" }

/** The last commit whose program runs the former migrations. */
const FORMER_COMMIT = "1266f89a742d0d09e5f95ec0ff253dc31c999074"

/**
 * The oldest release that can use a database of this one. It rises to this release with a migration that takes away what
 * others still use, and with a field of the content, which older schemas refuse.
 */
const OLDEST_PROGRAM = "1.0.0"

/** What a database tells of the programs that can use it. */
interface Compatibility {
  /** The names of the migrations that have run. */
  migrations: readonly string[]
  /** The versions of which a program must have the highest, or a later one. */
  oldestPrograms?: readonly string[]
}

/** Says in French why a database cannot be used by a program of this version, where it cannot. */
export function explainUnusable(
  { migrations: names, oldestPrograms = [] }: Compatibility,
  program = version,
): string | undefined {
  if (names.includes(former.last)) return undefined
  if (names.includes(former.first)) {
    const steps = `git checkout ${FORMER_COMMIT.slice(0, 12)}, npm start, puis revenez à celle-ci`
    return `d’avant la première publication du programme : ouvrez-la une fois avec sa version d’alors (${steps})`
  }
  const oldest = oldestPrograms.toSorted(compareVersions).at(-1)
  if (oldest && compareVersions(program, oldest) < 0) {
    return `d’une version plus récente du programme, il faut au moins la version ${oldest}`
  }
  const unknown = names.find((name) => !(name in migrations))
  const hasOwn = Object.keys(migrations).every((name) => names.includes(name))
  if (!unknown || (oldest && hasOwn)) return undefined
  return `d’une version plus récente du programme (migration ${unknown})`
}

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, "en", { numeric: true })
}

/** Runs all pending migrations, or none. A second process waits meanwhile. */
export async function migrate(db: Kysely<Schema>, source: Record<string, Migration> = migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => source } })
  await retryWhileLocked(async () => {
    await adoptFormer(db)
    // Kysely's migrator rejects the migrations of a later release, which may have run since they were looked at.
    const found = await readCompatibility(db)
    if (found.migrations.some((name) => !(name in source))) {
      const reason = explainUnusable(found)
      if (reason) throw new UnusableDatabase(`La base de données vient ${reason}`)
      return
    }
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
    await recordOldestProgram(db)
  })
}

async function recordOldestProgram(db: Kysely<Schema>): Promise<void> {
  const recorded = await listOldestPrograms(db)
  if (!recorded || recorded.includes(OLDEST_PROGRAM)) return
  const row = db.insertInto("oldestPrograms").values({ version: OLDEST_PROGRAM })
  await row.onConflict((conflict) => conflict.doNothing()).execute()
}

/**
 * Takes what the former migrations have made for the baseline. It lacks rules that SQLite checks, and has some indexes and
 * triggers more, which change nothing.
 */
async function adoptFormer(db: Kysely<Schema>): Promise<void> {
  if (!(await listMigrations(db)).includes(former.last)) return
  const [name = ""] = Object.keys(migrations)
  await withMigrations(db)
    .transaction()
    .execute(async (trx) => {
      const renamed = trx.updateTable("kyselyMigration").set({ name }).where("name", "=", former.last)
      // Another process may have been faster, and have run later migrations since.
      if ((await renamed.executeTakeFirst()).numUpdatedRows === 0n) return
      await trx.deleteFrom("kyselyMigration").where("name", "!=", name).execute()
    })
}

export async function readCompatibility(db: Kysely<Schema>): Promise<Compatibility> {
  return { migrations: await listMigrations(db), oldestPrograms: (await listOldestPrograms(db)) ?? [] }
}

async function listMigrations(db: Kysely<Schema>): Promise<string[]> {
  if (!(await hasTable(db, "kyselyMigration"))) return []
  const rows = await withMigrations(db).selectFrom("kyselyMigration").select("name").execute()
  return rows.map(({ name }) => name)
}

/** Returns the moment at which the database was made. */
export async function firstMigrationAt(db: Kysely<Schema>): Promise<Date> {
  const migrated = withMigrations(db)
    .selectFrom("kyselyMigration")
    .select((row) => row.fn.min("timestamp").as("at"))
  return new Date((await migrated.executeTakeFirstOrThrow()).at)
}

/** Returns undefined before the migration that creates the table. */
async function listOldestPrograms(db: Kysely<Schema>): Promise<string[] | undefined> {
  if (!(await hasTable(db, "oldestPrograms"))) return undefined
  const rows = await db.selectFrom("oldestPrograms").select("version").execute()
  return rows.map(({ version }) => version)
}

async function hasTable(db: Kysely<Schema>, table: string): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.some(({ name }) => name.replaceAll("_", "").toLowerCase() === table.toLowerCase())
}

function withMigrations(db: Kysely<Schema>) {
  return db.withTables<{ kyselyMigration: { name: string; timestamp: string } }>()
}

export function withForeignKeyCheck({ up }: Migration): Migration {
  return {
    async up(db) {
      await up(db)
      // PostgreSQL checks foreign keys by itself.
      const broken = isPostgres(db) ? 0 : await countBrokenReferences(db)
      if (broken > 0) throw new Error(`${broken} lignes pointeraient vers des lignes absentes`)
    },
  }
}
