import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import type { Site } from "#e2e/start-site.ts"

const test = testOnDedicatedSite({ settings: { LOG_LEVEL: "info" } })

/** Renames the table, so that every read of projects fails. */
async function hideProjects(site: Site) {
  await withDatabase(site, (db) => db.schema.alterTable("projects").renameTo("projects_away").execute())
}

async function bringProjectsBack(site: Site) {
  await withDatabase(site, (db) => db.schema.alterTable("projects_away").renameTo("projects").execute())
}

test.beforeEach(({ site }) => hideProjects(site))
test.afterEach(({ site }) => bringProjectsBack(site))
test.use({ expectedConsole: /status of 500/ })

test("a list that fails on the server says « Erreur serveur » with status 500, and « Réessayer » fetches it", async ({
  page,
  site,
}) => {
  const response = await openPage(page, "/construction")
  expect(response?.status()).toBe(500)
  const construction = page.getByRole("region", { name: "Nos Réalisations" })
  const failure = page.getByText("Erreur serveur", { exact: true })
  await expect(construction.getByText("Erreur serveur", { exact: true })).toBeVisible()
  await expect(construction.getByRole("heading", { level: 3 })).toHaveCount(7)
  const retry = page.getByRole("button", { name: "Réessayer" })
  const failedAgain = page.waitForResponse(/projects\.page/)
  await retry.click()
  expect((await failedAgain).status()).toBe(500)
  await expect(failure).toBeVisible()
  await bringProjectsBack(site)
  await retry.click()
  await expect(construction.getByRole("heading", { level: 3 })).not.toHaveCount(7)
  await expect(failure).toBeHidden()
  await expect(retry).toBeHidden()
  await hideProjects(site)
})

test("a page that failed is not cached", async ({ request, site }) => {
  const failed = await request.get("/transport")
  expect(failed.status()).toBe(500)
  expect(failed.headers()["cache-control"]).toBe("no-store")
  expect(await failed.text()).not.toMatch(/no such table|SqliteError|TRPC\w*Error|INTERNAL_SERVER_ERROR|node_modules/)
  await expect.poll(() => site.output()).toMatch(/"requestId":"[\w-]+"[^\n]*no such table/)
  await bringProjectsBack(site)
  const restored = await request.get("/transport")
  expect(restored.status()).toBe(200)
  expect(await restored.text()).toContain("Liaison Kinshasa – Matadi")
  await hideProjects(site)
})

test("pages without a list are answered while the projects cannot be read", async ({ request }) => {
  for (const path of ["/", "/about", "/contact"]) expect((await request.get(path)).status(), path).toBe(200)
})
