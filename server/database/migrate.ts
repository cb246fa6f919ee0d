import type { Kysely } from "kysely"
import { type Migration, Migrator } from "kysely/migration"
import { isPostgres } from "#server/database/core/engine.ts"
import type { Schema } from "#server/database/core/schema.ts"
import * as tables from "./migrations/0001-tables.ts"
import * as search from "./migrations/0002-search.ts"
import * as holds from "./migrations/0003-holds.ts"
import * as searchSectorsAndAlt from "./migrations/0004-search-sectors-and-alt.ts"
import * as twoEngines from "./migrations/0005-two-engines.ts"
import * as countsAndBigrams from "./migrations/0006-counts-and-bigrams.ts"
import * as content from "./migrations/0007-content.ts"
import * as pictureLibrary from "./migrations/0008-picture-library.ts"
import * as sortMatches from "./migrations/0009-sort-matches.ts"
import * as publications from "./migrations/0010-publications.ts"
import * as uploads from "./migrations/0011-uploads.ts"
import * as savedViews from "./migrations/0012-saved-views.ts"
import * as drafts from "./migrations/0013-drafts.ts"
import * as requests from "./migrations/0014-requests.ts"
import * as visitorUploads from "./migrations/0015-visitor-uploads.ts"
import * as people from "./migrations/0016-people.ts"
import * as repeatedTexts from "./migrations/0017-repeated-texts.ts"
import * as yearsOfAnyForm from "./migrations/0018-years-of-any-form.ts"
import * as outboxVersion from "./migrations/0019-outbox-version.ts"
import * as dropMessageCount from "./migrations/0020-drop-message-count.ts"
import * as hiddenDescriptions from "./migrations/0021-hidden-descriptions.ts"
import * as uploadPartsInTheStore from "./migrations/0022-upload-parts-in-the-store.ts"
import * as erasures from "./migrations/0023-erasures.ts"
import * as confirmedAccounts from "./migrations/0024-confirmed-accounts.ts"
import * as recoveryCodeBits from "./migrations/0025-recovery-code-bits.ts"
import * as writtenForms from "./migrations/0026-written-forms.ts"
import * as names from "./migrations/0027-names.ts"
import { countBrokenReferences } from "./sqlite/dialect.ts"
import { retryWhileLocked } from "./transaction.ts"

/** Migrations by name, oldest first; a released migration is never changed. */
export const migrations: Record<string, Migration> = {
  "0001-tables": withForeignKeyCheck(tables),
  "0002-search": withForeignKeyCheck(search),
  "0003-holds": withForeignKeyCheck(holds),
  "0004-search-sectors-and-alt": withForeignKeyCheck(searchSectorsAndAlt),
  "0005-two-engines": withForeignKeyCheck(twoEngines),
  "0006-counts-and-bigrams": withForeignKeyCheck(countsAndBigrams),
  "0007-content": withForeignKeyCheck(content),
  "0008-picture-library": withForeignKeyCheck(pictureLibrary),
  "0009-sort-matches": withForeignKeyCheck(sortMatches),
  "0010-publications": withForeignKeyCheck(publications),
  "0011-uploads": withForeignKeyCheck(uploads),
  "0012-saved-views": withForeignKeyCheck(savedViews),
  "0013-drafts": withForeignKeyCheck(drafts),
  "0014-requests": withForeignKeyCheck(requests),
  "0015-visitor-uploads": withForeignKeyCheck(visitorUploads),
  "0016-people": withForeignKeyCheck(people),
  "0017-repeated-texts": withForeignKeyCheck(repeatedTexts),
  "0018-years-of-any-form": withForeignKeyCheck(yearsOfAnyForm),
  "0019-outbox-version": withForeignKeyCheck(outboxVersion),
  "0020-drop-message-count": withForeignKeyCheck(dropMessageCount),
  "0021-hidden-descriptions": withForeignKeyCheck(hiddenDescriptions),
  "0022-upload-parts-in-the-store": withForeignKeyCheck(uploadPartsInTheStore),
  "0023-erasures": withForeignKeyCheck(erasures),
  "0024-confirmed-accounts": withForeignKeyCheck(confirmedAccounts),
  "0025-recovery-code-bits": withForeignKeyCheck(recoveryCodeBits),
  "0026-written-forms": withForeignKeyCheck(writtenForms),
  "0027-names": withForeignKeyCheck(names),
}

/** Runs all pending migrations, or none. A second process waits meanwhile. */
export async function migrate(db: Kysely<Schema>, source: Record<string, Migration> = migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => source } })
  await retryWhileLocked(async () => {
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  })
}

/** Finds a migration that a newer version of the program has run. */
export async function findUnknownMigration(db: Kysely<Schema>): Promise<string | undefined> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => /^kysely_?migration$/i.test(name))) return undefined
  const rows = await db
    .withTables<{ kyselyMigration: { name: string } }>()
    .selectFrom("kyselyMigration")
    .select("name")
    .execute()
  return rows.map(({ name }) => name).find((name) => !(name in migrations))
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
