import { type BrowserContext, request } from "@playwright/test"
import { test as base } from "#e2e/fixtures.ts"
import { admin, type Site, type SiteOptions, startSite } from "#e2e/start-site.ts"
import type { Database } from "#server/database/transaction.ts"
import { withDatabase } from "./database.ts"

type DedicatedSite = SiteOptions & {
  /** Inserts rows before the first test. */
  fill?: (db: Database, site: Site) => Promise<unknown>
}

/** The shared `test` with a server for one file: with other settings, or with rows that change. */
export function testOnDedicatedSite({ fill, ...options }: DedicatedSite) {
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

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>

/** The same, with every page signed in as the administrator: one log-in per worker, since each costs an Argon2 hash. */
export function testAsAdmin(options: DedicatedSite) {
  return testOnDedicatedSite(options).extend<object, { adminSession: StorageState }>({
    adminSession: [
      async ({ site }, use) => {
        const client = await request.newContext({ baseURL: site.url })
        const { token } = await (await client.post("/api/login", { data: admin })).json()
        const { cookies } = await client.storageState()
        await client.dispose()
        await use({ cookies, origins: [{ origin: site.url, localStorage: [{ name: "token", value: token }] }] })
      },
      { scope: "worker" },
    ],
    storageState: ({ adminSession }, use) => use(adminSession),
  })
}
