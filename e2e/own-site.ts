import { test as base } from "#e2e/fixtures.ts"
import { type Site, type SiteOptions, startSite } from "#e2e/start-site.ts"
import { connectFile } from "#server/database/connect.ts"
import type { Database } from "#server/database/transaction.ts"

type OwnSite = SiteOptions & {
  /** Puts rows into the database before the first test. */
  fill?: (db: Database, site: Site) => Promise<unknown>
}

/** The tests' `test` with a server that no other file shares: one with other settings, or one whose rows change. */
export function testOnOwnSite({ fill, ...options }: OwnSite) {
  return base.extend<object, { site: Site }>({
    site: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
      async ({}, use) => {
        await using site = await startSite(options)
        if (fill) await withDatabase(site, (db) => fill(db, site))
        await use(site)
      },
      { scope: "worker", timeout: 60_000 },
    ],
  })
}

/** Reads or writes rows behind the running server's back. */
export async function withDatabase<Result>(
  { dataDir }: Pick<Site, "dataDir">,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  await using db = await connectFile(`${dataDir}/site.db`)
  return await work(db)
}
