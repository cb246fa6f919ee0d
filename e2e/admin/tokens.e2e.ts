import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { admin, openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

// The server answers 403 before it asks for the password.
test.use({ expectedConsole: /status of 403/ })

test("a token is made, copied, used and revoked, and the documentation tells for what @slow", async ({
  page,
  site,
  context,
  request,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await openScreen(page, "/admin/tokens", "Jetons d'API")
  await expect(page.getByRole("heading", { name: "Aucun jeton" })).toBeVisible()
  const form = page.getByRole("dialog", { name: "Créer un jeton" })

  await test.step("what is missing is said, and nothing typed is lost", async () => {
    await page.getByRole("button", { name: "Créer un jeton" }).click()
    await form.getByLabel("Lire les statistiques").check()
    await form.getByRole("button", { name: "Créer le jeton" }).click()
    await expect(form.getByText("Donnez un nom au jeton")).toBeVisible()
    await expect(form.getByLabel("Nom", { exact: true })).toBeFocused()
    await expect(form.getByLabel("Lire les statistiques")).toBeChecked()
    await form.getByLabel("Lire les statistiques").uncheck()
    await form.getByLabel("Nom", { exact: true }).fill("Comptabilité")
    await form.getByRole("button", { name: "Créer le jeton" }).click()
    await expect(form.getByText("Cochez au moins un droit")).toBeVisible()
    await expect(form.getByLabel("Lire les projets, brouillons compris")).toBeFocused()
  })

  const shown = page.getByRole("dialog", { name: "Jeton créé" })
  const field = shown.getByLabel("Jeton", { exact: true })
  await form.getByLabel("Lire les statistiques").check()
  await form.getByLabel("Durée").selectOption("30 jours")

  await test.step("after a while the password is asked for first, and nothing is lost meanwhile", async () => {
    const confirmedAt = new Date(Date.now() - 11 * 60_000).toISOString()
    await withDatabase(site, (db) => db.updateTable("sessions").set({ confirmedAt }).execute())
    const question = page.getByRole("dialog", { name: "Confirmez que c’est bien vous" })
    await form.getByRole("button", { name: "Créer le jeton" }).click()
    await expect(question).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(form.getByRole("alert")).toContainText("Action annulée")
    await form.getByRole("button", { name: "Créer le jeton" }).click()
    await question.getByLabel("Mot de passe").fill(admin.password)
    await question.getByRole("button", { name: "Confirmer" }).click()
  })

  await expect(field).toBeFocused()
  await expect(field).toHaveValue(/^lis_[\w-]{43}$/)
  const token = await field.inputValue()
  await shown.getByRole("button", { name: "Copier" }).click()
  await expect(shown.getByText("Copié", { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await expect(shown.getByText(`curl -H 'Authorization: Bearer ${token}'`)).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await shown.getByRole("button", { name: "J’ai copié le jeton" }).click()

  const row = page.getByRole("main").getByRole("listitem", { name: "Comptabilité" })
  await test.step("the documentation is read on a phone, and is accessible", async () => {
    await page.getByRole("link", { name: "Documentation de l’API" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "API du Groupe Lisanga" })).toBeVisible()
    await page.getByRole("link", { name: "GET /api/projects Lister les projets publiés", exact: true }).click()
    await expect(page).toHaveURL(/#get-api-projects$/)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    // The same code writes all the others, and axe would take long for some thousand elements.
    await page.evaluate(() => {
      const others = "article:not(#get-api-projects, #post-api-projects), .forme:nth-of-type(n + 10)"
      for (const element of document.querySelectorAll(others)) element.remove()
    })
    await expectAccessible(page)
  })

  await test.step("it works, and is listed without being shown again", async () => {
    const headers = { Authorization: `Bearer ${token}` }
    expect((await request.get("/api/admin/stats", { headers })).status()).toBe(200)
    expect((await request.get("/api/contact-messages", { headers })).status()).toBe(403)
    await page.goto("/admin/tokens")
    await expect(row).toContainText(/Actif.*Créé par administrateur.*Expire le.*Dernier usage le/)
    await expect(row).toContainText("Lire les statistiques")
    expect(await page.content()).not.toContain(token)
    await expectFitsPhone(page)
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  await test.step("it is revoked, and opens nothing any more", async () => {
    await row.getByRole("button", { name: "Révoquer « Comptabilité »" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Révoquer" }).click()
    await expect(page.getByRole("status").filter({ hasText: "révoqué" })).toBeVisible()
    await expect(row).toContainText("Révoqué le")
    await expect(row.getByRole("button")).toHaveCount(0)
    const headers = { Authorization: `Bearer ${token}` }
    expect((await request.get("/api/admin/stats", { headers })).status()).toBe(401)
  })
})
