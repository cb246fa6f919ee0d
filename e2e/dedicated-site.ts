import { type BrowserContext, request } from "@playwright/test"
import { test as base, expect } from "#e2e/fixtures.ts"
import type { Database } from "#server/database/core/database.ts"
import { withDatabase } from "#server/testing/site-database.ts"
import { admin, type Site, type SiteOptions, startSite } from "#server/testing/start-site.ts"

type DedicatedSite = SiteOptions & {
  /** Inserts rows before the first test. */
  fill?: (db: Database, site: Site) => Promise<unknown>
}

/**
 * Returns the shared `test` with a server for one file, for other settings or for rows that change. A file calls it at
 * its top; a worker fixture would cost each file a process and a browser.
 */
export function testOnDedicatedSite({ fill, ...options }: DedicatedSite) {
  let started: Promise<Site> | undefined
  const start = async (place: Record<string, string>) => {
    const site = await startSite({ ...options, settings: { ...place, ...options.settings } })
    try {
      if (fill) await withDatabase(site, (db) => fill(db, site))
    } catch (error) {
      await site.stop()
      throw error
    }
    return site
  }
  const test = base.extend({
    site: [
      async ({ places }, use) => {
        started ??= places.create().then(start)
        await use(await started)
      },
      { scope: "test", timeout: 60_000 },
    ],
  })
  test.afterAll(async ({ places }) => {
    // If the start failed, the test has failed already.
    const site = await started?.catch(() => undefined)
    if (site) places.stopLater(site)
  })
  return test
}

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>

/** Signs every page in as the administrator too. One log-in per file is enough, since each costs an Argon2 hash. */
export function testAsAdmin(options: DedicatedSite) {
  let session: Promise<StorageState> | undefined
  return testOnDedicatedSite(options).extend({
    storageState: async ({ site }, use) => {
      session ??= signInAsAdmin(site)
      await use(await session)
    },
  })
}

/** Stores only the session's cookie: for a token Playwright would open a page, and an admin screen stores it anyway. */
export async function signInAsAdmin(site: Site): Promise<StorageState> {
  const client = await request.newContext({ baseURL: site.url })
  const response = await client.post("/api/login", { data: admin })
  expect(response.status(), await response.text()).toBe(200)
  const { cookies } = await client.storageState()
  await client.dispose()
  return { cookies, origins: [] }
}
