import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { breakCalls, noConnection } from "./broken-calls.ts"
import { openProject, projectForm } from "./project-form.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

test.use({ expectedConsole: /Failed to load resource/ })

for (const width of [1280, 360]) {
  test(`the preview shows what is typed, also before it is saved, at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 740 })
    const id = await withDatabase(site, (db) => createTestProject(db, { name: "Serre", publishedAt: null }))
    await openProject(page, id)
    await breakCalls(page, "projects.update", (route) => route.fulfill({ status: 503 }))
    await projectForm(page).description.fill("Des tomates <b>toute</b> l’année.")
    await projectForm(page).preview.click()
    const shown = page.frameLocator('iframe[title="Aperçu"]')
    await expect(shown.getByRole("heading", { level: 1, name: "Serre" })).toBeVisible()
    await expect(shown.getByText("Des tomates <b>toute</b> l’année.")).toBeVisible()
    await shown.locator("main").getByRole("link").first().click()
    await expect(shown.getByRole("heading", { level: 1, name: "Serre" })).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(projectForm(page).description).toHaveValue("Des tomates <b>toute</b> l’année.")
  })
}

test("a preview that cannot be shown says why", async ({ page, site }) => {
  const id = await withDatabase(site, (db) => createTestProject(db, { name: "Hangar", publishedAt: null }))
  await openProject(page, id)
  await page.route(`**/admin/projects/${id}/preview`, noConnection)
  await projectForm(page).preview.click()
  const dialog = page.getByRole("dialog", { name: "Aperçu" })
  await expect(dialog.getByRole("status")).toHaveText(/L’aperçu n’a pas pu être affiché\s: connexion impossible/)
  await expectAccessible(page)
})

test("a private link shows a draft to a visitor until it is revoked", async ({ page, site, playwright }) => {
  const id = await withDatabase(site, (db) => createTestProject(db, { name: "Atelier", publishedAt: null }))
  await openProject(page, id)
  await projectForm(page).link.click()
  const dialog = page.getByRole("dialog", { name: "Lien privé" })
  await dialog.getByRole("button", { name: "Créer le lien" }).click()
  const url = await dialog.getByLabel("Adresse du lien", { exact: true }).inputValue()
  const visitor = await playwright.request.newContext({ storageState: { cookies: [], origins: [] } })
  const shown = await visitor.get(url)
  expect(shown.status()).toBe(200)
  expect(await shown.text()).toContain("Atelier")
  await dialog.getByRole("button", { name: /^Révoquer le lien créé le/ }).click()
  await expect(dialog.getByText("Lien révoqué : il n’ouvre plus rien.")).toBeVisible()
  const gone = await visitor.get(url)
  expect(gone.status()).toBeGreaterThanOrEqual(404)
  expect(await gone.text()).not.toContain("Atelier")
  await visitor.dispose()
})
