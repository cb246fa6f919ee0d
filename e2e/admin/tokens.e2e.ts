import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

test("an API token is made, copied and used, and its documentation is read on a phone", async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await openScreen(page, "/admin/tokens", "Jetons d'API")
  await page.getByRole("button", { name: "Créer un jeton" }).click()
  const form = page.getByRole("dialog", { name: "Créer un jeton" })
  await form.getByLabel("Nom", { exact: true }).fill("Comptabilité")
  await form.getByLabel("Lire les statistiques").check()
  await form.getByRole("button", { name: "Créer le jeton" }).click()
  const shown = page.getByRole("dialog", { name: "Jeton créé" })
  await shown.getByRole("button", { name: "Copier" }).click()
  await expect(shown.getByText("Copié", { exact: true })).toBeVisible()
  const token = await page.evaluate(() => navigator.clipboard.readText())
  const headers = { Authorization: `Bearer ${token}` }
  expect((await request.get("/api/admin/stats", { headers })).status()).toBe(200)

  const opening = context.waitForEvent("page")
  await shown.getByRole("link", { name: "Documentation de l’API" }).click()
  const docs = await opening
  await docs.setViewportSize({ width: 320, height: 700 })
  await docs.getByRole("link", { name: "GET /api/projects Lister les projets publiés", exact: true }).click()
  await expect(docs).toHaveURL(/#get-api-projects$/)
  expect(await docs.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  // The same code writes all the others, and axe would take long for some thousand elements.
  await docs.evaluate(() => {
    const others = "article:not(#get-api-projects, #post-api-projects), .forme:nth-of-type(n + 10)"
    for (const element of document.querySelectorAll(others)) element.remove()
  })
  await expectAccessible(docs)
})
