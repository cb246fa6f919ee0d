import { signInAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { noConnection, proxyPage } from "./broken-calls.ts"
import { openScreen } from "./sign-in.ts"

test.use({
  storageState: ({ site }, use) => signInAsAdmin(site).then(use),
  expectedConsole:
    /Failed to load resource.*(502|REFUSED)|is not valid JSON|Failed to fetch dynamically imported module/,
})

test("an office, a screen or a chart that has not arrived says so, and the first two open when tried again", async ({
  page,
}) => {
  await openScreen(page, "/admin/account", "Mon compte")
  const title = page.getByRole("heading", { level: 1 })
  const menu = page.getByRole("complementary")
  await page.route(/\/assets\/admin\.stats-/, noConnection)
  await menu.getByRole("link", { name: "Statistiques" }).click()
  await expect(title).toHaveText("Une erreur est survenue")
  await expect(menu.getByRole("link", { name: "Projets" })).toBeVisible()
  await expect(page.getByRole("link", { name: "Retour à l’accueil" })).toHaveCount(0)
  await page.unrouteAll()
  await page.route("**/assets/drawn-chart-*.js", noConnection)
  await page.getByRole("button", { name: "Réessayer" }).click()
  await expect(title).toHaveText("Statistiques")
  const sectors = page.getByRole("region", { name: "Projets par secteur", exact: true })
  await expect(sectors.getByText(/graphique n’a pas pu être chargé/)).toBeVisible()
  await expect(sectors.getByRole("row")).toHaveCount(7)
  await page.unrouteAll()

  // The router has opened this one again before, and shows the failure of the second attempt.
  await page.route(/\/assets\/admin\.tokens-/, noConnection)
  await menu.getByText("Avancé").click()
  await menu.getByRole("link", { name: "Jetons d'API" }).click()
  const reload = page.getByRole("link", { name: "Recharger la page" })
  await expect(reload).toBeVisible()
  await page.unrouteAll()
  await reload.click()
  await expect(title).toHaveText("Jetons d'API")

  // Nor has the account, without which there is no layout.
  await page.route(/accounts\.me/, proxyPage)
  await page.reload({ waitUntil: "domcontentloaded" })
  await expect(page.getByRole("alert")).toHaveText("L’administration n’a pas pu être ouverte.")
  await page.unrouteAll()
  await page.getByRole("button", { name: "Réessayer" }).click()
  await expect(title).toHaveText("Jetons d'API")
})
