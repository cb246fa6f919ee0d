import type { Kysely } from "kysely"
import { type Migration, Migrator } from "kysely/migration"
import * as tables from "./migrations/0001-tables.ts"
import * as search from "./migrations/0002-search.ts"
import * as holds from "./migrations/0003-holds.ts"
import * as searchSectorsAndAlt from "./migrations/0004-search-sectors-and-alt.ts"
import type { Schema } from "./schema.ts"
import { countBrokenReferences } from "./sqlite/dialect.ts"
import { retryWhileLocked } from "./transaction.ts"

/** By name, oldest first; a migration that was released is never changed. */
export const migrations: Record<string, Migration> = {
  "0001-tables": checked(tables),
  "0002-search": checked(search),
  "0003-holds": checked(holds),
  "0004-search-sectors-and-alt": checked(searchSectorsAndAlt),
}

/** Brings the database up to date: all pending migrations, or none. One process at a time; a second one waits. */
export async function migrate(db: Kysely<Schema>, wanted: Record<string, Migration> = migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => wanted } })
  await retryWhileLocked(async () => {
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  })
}

export function checked({ up }: Migration): Migration {
  return {
    async up(db) {
      await up(db)
      const broken = await countBrokenReferences(db)
      if (broken > 0) throw new Error(`${broken} lignes pointeraient vers des lignes absentes`)
    },
  }
}
