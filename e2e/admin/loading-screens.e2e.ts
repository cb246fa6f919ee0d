import { signInAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { breakCalls, delayCalls, noConnection, proxyPage } from "./broken-calls.ts"
import { expectFitsPhone } from "./fits-phone.ts"

test.use({ storageState: ({ site }, use) => signInAsAdmin(site).then(use) })

/** Each path comes with the tRPC call that its skeletons wait for. */
const screens = [
  ["/admin/dashboard", "stats.recent"],
  ["/admin/projects", "projects.search"],
  ["/admin/project-edit/1/historique", "projects.revisions"],
  ["/admin/messages", "messages.search"],
  ["/admin/messages/1", "messages.get"],
  ["/admin/site-management/accueil/historique", "content.revisions"],
  ["/admin/users", "users.search"],
  ["/admin/audit", "audit.search"],
  ["/admin/tokens", "tokens.list"],
] as const

test("grey bars fit a phone while screens load @slow", async ({ page }) => {
  for (const [path, call] of screens) {
    await test.step(path, async () => {
      await delayCalls(page, call)
      await page.goto(path, { waitUntil: "domcontentloaded" })
      await expect(page.getByRole("main").locator(".skeleton").first()).toBeVisible()
      await expectFitsPhone(page)
      await page.unrouteAll()
    })
  }
})

test.describe("while the server fails", () => {
  test.use({
    expectedConsole:
      /Failed to load resource.*(502|REFUSED)|is not valid JSON|Failed to fetch dynamically imported module/,
  })

  test("each part that cannot be loaded says so, and is tried again @slow", async ({ page }) => {
    const failure = page.getByRole("alert")
    const retry = page.getByRole("button", { name: "Réessayer" })

    await test.step("the account", async () => {
      await breakCalls(page, "accounts.me", proxyPage)
      await page.goto("/admin/site-management", { waitUntil: "domcontentloaded" })
      await expect(failure).toHaveText("L’administration n’a pas pu être ouverte.")
      await expect(page.getByRole("link", { name: "Accueil" })).toHaveCount(0)
      await retry.click()
      await expect(retry).toBeFocused()
      await page.unrouteAll()
      await breakCalls(page, "content.pages", proxyPage)
      await retry.click()
    })
    await test.step("the pages of the site, without grey bars", async () => {
      await expect(failure).toHaveText(/^Erreur lors du chargement des pages\s: Erreur serveur$/)
      await expect(page.getByRole("region", { name: "Pages" })).toHaveCount(0)
      await expect(page.locator(".skeleton")).toHaveCount(0)
      await page.unrouteAll()
      await retry.click()
      await expect(page.getByRole("region", { name: "Pages" })).toBeVisible()
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
    })
    await test.step("whether administrators need a passkey or a code", async () => {
      const panel = page.getByRole("region", { name: "Double confirmation de la connexion" })
      await breakCalls(page, "factors.requirement", proxyPage)
      await page.getByRole("complementary").getByRole("link", { name: "Utilisateurs" }).click()
      await expect(panel.getByRole("alert")).toHaveText(/^Erreur lors du chargement\s: Erreur serveur$/)
      await page.unrouteAll()
      await panel.getByRole("button", { name: "Réessayer" }).click()
      await expect(panel.getByRole("switch").first()).toBeVisible()
      await expect(panel.getByRole("heading")).toBeFocused()
    })
    await test.step("the passkeys and codes of the account", async () => {
      const panel = page.getByRole("region", { name: "Clés d'accès" })
      await breakCalls(page, "factors.own", proxyPage)
      await page.getByRole("complementary").getByRole("link", { name: "Mon compte" }).click()
      await expect(panel.getByRole("alert")).toHaveText(/^Erreur lors du chargement\s: Erreur serveur$/)
      await page.unrouteAll()
      await panel.getByRole("button", { name: "Réessayer" }).click()
      await expect(panel.getByText("Vous n’en avez pas encore.")).toBeVisible()
      await expect(panel.getByRole("heading").first()).toBeFocused()
    })
    const title = page.getByRole("heading", { level: 1 })
    const menu = page.getByRole("complementary")
    await test.step("a screen whose script has not arrived, inside of the layout", async () => {
      await page.route(/\/assets\/admin\.stats-/, noConnection)
      await menu.getByRole("link", { name: "Statistiques" }).click()
      await expect(title).toHaveText("Une erreur est survenue")
      await expect(menu.getByRole("link", { name: "Projets" })).toBeVisible()
      await expect(page.getByRole("heading", { name: "Nos secteurs" })).toHaveCount(0)
      await expect(page.getByRole("link", { name: "Retour à l’accueil" })).toHaveCount(0)
      await page.unrouteAll()
      await retry.click()
      await expect(title).toHaveText("Statistiques")
    })
    await test.step("the whole page of such a screen, which the router has opened again", async () => {
      await page.route(/\/assets\/admin\.tokens-/, noConnection)
      await menu.getByRole("link", { name: "Jetons d'API" }).click()
      const reload = page.getByRole("link", { name: "Recharger la page" })
      await expect(reload).toBeVisible()
      await page.unrouteAll()
      await reload.click()
      await expect(title).toHaveText("Jetons d'API")
    })
  })
})
