import type { Kysely } from "kysely"
import { type Migration, Migrator } from "kysely/migration"
import { isPostgres } from "#server/database/core/engine.ts"
import type { Schema } from "#server/database/core/schema.ts"
import * as baseline from "./migrations/0001-baseline.ts"
import * as accountLinks from "./migrations/0002-account-links.ts"
import * as notifications from "./migrations/0003-notifications.ts"
import * as followUps from "./migrations/0004-follow-ups.ts"
import * as inboxSearch from "./migrations/0005-inbox-search.ts"
import * as attachments from "./migrations/0006-attachments.ts"
import * as incomingMails from "./migrations/0007-incoming-mails.ts"
import * as backups from "./migrations/0008-backups.ts"
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
}

/** The first and the last of the migrations that the baseline has replaced. */
const former = { first: "0001-tables", last: "0027-names" }

/** The last commit whose program runs the former migrations. */
const FORMER_COMMIT = "1266f89a742d0d09e5f95ec0ff253dc31c999074"

/** Says in French why a database with these migrations cannot be used, where it cannot. */
export function explainUnusable(names: readonly string[]): string | undefined {
  if (names.includes(former.last)) return undefined
  if (names.includes(former.first)) {
    const steps = `git checkout ${FORMER_COMMIT.slice(0, 12)}, npm start, puis revenez à celle-ci`
    return `d’avant la première publication du programme : ouvrez-la une fois avec sa version d’alors (${steps})`
  }
  const unknown = names.find((name) => !(name in migrations))
  return unknown && `d’une version plus récente du programme (migration ${unknown})`
}

/** Runs all pending migrations, or none. A second process waits meanwhile. */
export async function migrate(db: Kysely<Schema>, source: Record<string, Migration> = migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => source } })
  await retryWhileLocked(async () => {
    await adoptFormer(db)
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  })
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

/** Lists the migrations that have run. */
export async function listMigrations(db: Kysely<Schema>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => /^kysely_?migration$/i.test(name))) return []
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
