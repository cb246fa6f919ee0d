import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { breakCalls, noConnection, proxyPage } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen, signIn } from "./sign-in.ts"

const test = testOnDedicatedSite({ settings: { DEMO_CONTENT: "0" } })

test.use({ expectedConsole: /Failed to load resource/ })

const next = "onze tuiles de Kasangulu"

const PHONE =
  "Mozilla/5.0 (Linux; Android 14; TECNO KI5k) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"

function form(page: Page) {
  const main = page.getByRole("main")
  return {
    currentPassword: main.getByLabel("Mot de passe actuel", { exact: true }),
    next: main.getByLabel("Nouveau mot de passe", { exact: true }),
    save: main.getByRole("button", { name: "Enregistrer" }),
  }
}

async function change(page: Page, current: string, password: string) {
  await form(page).currentPassword.fill(current)
  await form(page).next.fill(password)
  await form(page).save.click()
}

const rejections = [
  { current: "pas le mien", password: next, field: "currentPassword", error: "Le mot de passe actuel est incorrect" },
  { current: "", password: next, field: "currentPassword", error: "Le mot de passe est requis" },
  {
    current: TEST_PASSWORD,
    password: "password123",
    field: "next",
    error: "Ce mot de passe est trop facile à deviner",
  },
] as const

test("from site management to the own account, whose sessions are ended and whose password is changed @slow", async ({
  page,
  site,
  playwright,
}) => {
  const { email, id: accountId } = await withDatabase(site, (db) => createTestAccount(db, { role: "admin" }))
  await signIn(page, { email, password: TEST_PASSWORD })
  const elsewhere = await Promise.all(
    [PHONE, "curl/8.5.0"].map(async (userAgent) => {
      const client = await playwright.request.newContext({ baseURL: site.url, userAgent })
      await client.post("/api/login", { data: { email, password: TEST_PASSWORD } })
      return client
    }),
  )
  const statuses = () => Promise.all(elsewhere.map(async (client) => (await client.get("/api/admin/stats")).status()))
  await openScreen(page, "/admin/site-management", "Gestion du site")

  await test.step("site management leads to users, roles and settings", async () => {
    const cards = page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading") })
    await expect(cards).toHaveText([/utilisateurs/, /rôles/, /Paramètres généraux/])
    const users = cards.getByRole("link", { name: "Gestion des utilisateurs" })
    await expect(users).toHaveAttribute("href", "/admin/users")
    await expect(cards.getByRole("link")).toHaveCount(3)
  })

  await withDatabase(site, async (db) => {
    for (const name of ["Comptabilité", "Chantiers"]) {
      const token = { name, tokenHash: name, rights: '["stats.read"]', createdAt: new Date().toISOString() }
      await db
        .insertInto("apiTokens")
        .values({ ...token, accountId })
        .execute()
    }
  })
  await page.getByRole("link", { name: "Mon compte" }).click()
  const alert = page.getByRole("alert")

  await test.step("« Sessions » tells where the account is open, and ends one or all others", async () => {
    const panel = page.getByRole("region", { name: "Sessions" })
    const sessions = panel.getByRole("listitem")
    await expect(sessions).toHaveCount(3)
    expect(await statuses()).toEqual([200, 200])
    await expect(sessions.first()).toContainText("cette session")
    await expect(sessions.first()).toContainText("Chrome sur Linux")
    await expect(sessions.first().getByRole("button")).toHaveCount(0)
    await sessions.filter({ hasText: "Chrome sur Android" }).getByRole("button", { name: "Terminer" }).click()
    await expect(panel.getByRole("status")).toHaveText("La session est terminée.")
    await expect(sessions).toHaveCount(2)
    expect(await statuses()).toEqual([401, 200])
    const endOthers = panel.getByRole("button", { name: "Terminer toutes les autres" })
    await breakCalls(page, "accounts.endOtherSessions", proxyPage)
    await endOthers.click()
    await expect(alert).toHaveText("Erreur lors de la mise à jour")
    await page.unrouteAll()
    await endOthers.click()
    await expect(panel.getByRole("status")).toHaveText("Vos autres sessions sont terminées. Celle-ci reste ouverte.")
    await expect(sessions).toHaveCount(1)
    expect(await statuses()).toEqual([401, 401])
    expect((await page.request.get("/api/admin/stats")).status()).toBe(200)
  })

  await test.step("without a mail server no form offers a new address", async () => {
    await expect(page.getByText("Ce site ne peut pas envoyer de lien par e‑mail")).toBeVisible()
    await expect(page.getByLabel("Nouvelle adresse e-mail")).toHaveCount(0)
  })

  await test.step("a change that fails says why under the field at fault, which gets the focus, or in red", async () => {
    for (const { current, password, field, error } of rejections) {
      await change(page, current, password)
      await expect(form(page)[field]).toHaveAccessibleDescription(new RegExp(error))
      await expect(form(page)[field]).toBeFocused()
      await expect(form(page).save).toBeEnabled()
    }
    await expectAccessible(page)
    await breakCalls(page, "accounts.changePassword", noConnection)
    await change(page, TEST_PASSWORD, next)
    await expect(alert).toHaveText("Erreur de réseau : connexion impossible")
    await expect(form(page).next).toHaveValue(next)
    await page.unrouteAll()
    await expect(page.getByRole("status").filter({ hasText: "Mot de passe changé" })).toHaveCount(0)
  })

  await test.step("what is typed can be shown, and is saved", async () => {
    await expect(form(page).next).toHaveAttribute("type", "password")
    await page.getByRole("checkbox", { name: "Afficher ce que je tape" }).check()
    await expect(form(page).next).toHaveAttribute("type", "text")
    await expect(form(page).currentPassword).toHaveAttribute("type", "text")
    await expectFitsPhone(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(page.getByRole("checkbox", { name: "Révoquer aussi mes 2 jetons d’API" })).toBeChecked()
    await form(page).save.click()
    await expect(page.getByRole("status").filter({ hasText: "et 2 jetons d’API révoqués." })).toBeVisible()
    await expect(page.getByRole("checkbox", { name: "Révoquer" })).toHaveCount(0)
    await expect(form(page).currentPassword).toHaveValue("")
    await expect(form(page).next).toHaveValue("")
    const login = await elsewhere[0]?.post("/api/login", { data: { email, password: next } })
    expect(login?.status()).toBe(200)
  })

  await test.step("the log-out of site management leads home", async () => {
    await expectFitsLargeText(page)
    await page.goBack()
    await page.getByRole("main").getByRole("button", { name: "Déconnexion" }).click()
    await expect(page).toHaveURL("/")
    await expect.poll(async () => (await page.request.get("/api/admin/stats")).status()).toBe(401)
  })
  await Promise.all(elsewhere.map((client) => client.dispose()))
})
