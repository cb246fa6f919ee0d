import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import type { Site } from "#e2e/start-site.ts"

const test = testOnDedicatedSite({ settings: { LOG_LEVEL: "info" } })

/** Takes the projects away from under the server, so that every read of them fails. */
async function hideProjects(site: Site) {
  await withDatabase(site, (db) => db.schema.alterTable("projects").renameTo("projects_away").execute())
}

async function bringProjectsBack(site: Site) {
  await withDatabase(site, (db) => db.schema.alterTable("projects_away").renameTo("projects").execute())
}

test.beforeEach(({ site }) => hideProjects(site))
test.afterEach(({ site }) => bringProjectsBack(site))
test.use({ expectedConsole: /status of 500/ })

test("a list that fails while its page is rendered says 'Erreur serveur' with status 500", async ({ page }) => {
  const response = await openPage(page, "/construction")
  expect(response?.status()).toBe(500)
  const realisations = page.getByRole("region", { name: "Nos Réalisations" })
  await expect(realisations.getByText("Erreur serveur", { exact: true })).toBeVisible()
  await expect(realisations.getByRole("heading", { level: 3 })).toHaveCount(7)
})

test("'Réessayer' asks for a list that failed once more, again and again", async ({ page, site }) => {
  await openPage(page, "/transport")
  const failure = page.getByText("Erreur serveur", { exact: true })
  const retry = page.getByRole("button", { name: "Réessayer" })
  await retry.click()
  await expect(failure).toBeVisible()
  await bringProjectsBack(site)
  await retry.click()
  await expect(page.getByRole("heading", { name: "Liaison Kinshasa – Matadi" })).toBeVisible()
  await expect(failure).toBeHidden()
  await expect(retry).toBeHidden()
  await hideProjects(site)
})

test("a page that failed is not kept", async ({ request, site }) => {
  const failed = await request.get("/transport")
  expect(failed.status()).toBe(500)
  expect(failed.headers()["cache-control"]).toBe("no-store")
  await bringProjectsBack(site)
  const mended = await request.get("/transport")
  expect(mended.status()).toBe(200)
  expect(await mended.text()).toContain("Liaison Kinshasa – Matadi")
  await hideProjects(site)
})

test("pages without a list stand while the projects cannot be read", async ({ request }) => {
  for (const path of ["/", "/about", "/contact"]) expect((await request.get(path)).status(), path).toBe(200)
})

test("nothing of the failure's inside is shown", async ({ request }) => {
  const page = await (await request.get("/transport")).text()
  const rest = await request.get("/api/projects")
  expect(rest.status()).toBe(500)
  expect(await rest.json()).toEqual({ success: false, message: "Erreur serveur" })
  expect(page).not.toMatch(/no such table|SqliteError|TRPC\w*Error|INTERNAL_SERVER_ERROR|node_modules/)
})

test("the log keeps the failure with its request's id", async ({ request, site }) => {
  await request.get("/transport")
  await expect.poll(() => site.output()).toMatch(/"requestId":"[\w-]+"[^\n]*no such table/)
})
