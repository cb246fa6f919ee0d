import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import type { Site } from "#e2e/start-site.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { breakCalls, noConnection, proxyPage } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen, signIn } from "./sign-in.ts"

const test = testOnDedicatedSite({ settings: { DEMO_CONTENT: "0" } })

const next = "onze tuiles de Kasangulu"

/** An administrator of the test's own, since passwords change here. */
async function signInAsNewAdmin(page: Page, site: Site) {
  const { email } = await withDatabase(site, (db) =>
    createTestAccount(db, { role: "admin", username: `Chef ${unique()}`, email: `chef-${unique()}@exemple.cd` }),
  )
  await signIn(page, { email, password: TEST_PASSWORD })
  return email
}

let made = 0

function unique() {
  made += 1
  return `${process.pid}-${made}`
}

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

function logIn(page: Page, email: string, password: string) {
  return page.request.post("/api/login", { data: { email, password } })
}

test("a password is changed in four actions from any screen, which ends the other sessions", async ({
  page,
  site,
  playwright,
}) => {
  const email = await signInAsNewAdmin(page, site)
  const elsewhere = await playwright.request.newContext({ baseURL: site.url })
  await elsewhere.post("/api/login", { data: { email, password: TEST_PASSWORD } })
  await openScreen(page, "/admin/dashboard", "Dashboard")
  await page.getByRole("link", { name: "Mon compte" }).click()
  await form(page).currentPassword.fill(TEST_PASSWORD)
  await form(page).next.fill(next)
  await form(page).save.click()
  await expect(page.getByRole("status").filter({ hasText: "Mot de passe changé" })).toBeVisible()
  await expect(form(page).currentPassword).toHaveValue("")
  await expect(form(page).next).toHaveValue("")
  expect((await elsewhere.get("/api/admin/stats")).status()).toBe(401)
  expect((await logIn(page, email, TEST_PASSWORD)).status()).toBe(401)
  expect((await logIn(page, email, next)).status()).toBe(200)
  await elsewhere.dispose()
})

const PHONE =
  "Mozilla/5.0 (Linux; Android 14; TECNO KI5k) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"

test("« Sessions » tells where the account is open, and ends one or all others", async ({ page, site, playwright }) => {
  const email = await signInAsNewAdmin(page, site)
  const elsewhere = await Promise.all(
    [PHONE, "curl/8.5.0", "curl/8.5.0"].map(async (userAgent) => {
      const client = await playwright.request.newContext({ baseURL: site.url, userAgent })
      await client.post("/api/login", { data: { email, password: TEST_PASSWORD } })
      return client
    }),
  )
  const statuses = () => Promise.all(elsewhere.map(async (client) => (await client.get("/api/admin/stats")).status()))
  expect(await statuses()).toEqual([200, 200, 200])
  await openScreen(page, "/admin/account", "Mon compte")
  const panel = page.getByRole("region", { name: "Sessions" })
  const sessions = panel.getByRole("listitem")
  await expect(sessions).toHaveCount(4)
  await expect(sessions.first()).toContainText("cette session")
  await expect(sessions.first()).toContainText("Chrome sur Linux")
  await expect(sessions.first().getByRole("button")).toHaveCount(0)
  await sessions.filter({ hasText: "Chrome sur Android" }).getByRole("button", { name: "Terminer" }).click()
  await expect(panel.getByRole("status")).toHaveText("La session est terminée.")
  await expect(sessions).toHaveCount(3)
  expect(await statuses()).toEqual([401, 200, 200])
  await expectAccessible(page)
  await panel.getByRole("button", { name: "Terminer toutes les autres" }).click()
  await expect(panel.getByRole("status")).toHaveText("Vos autres sessions sont terminées. Celle-ci reste ouverte.")
  await expect(sessions).toHaveCount(1)
  expect(await statuses()).toEqual([401, 401, 401])
  expect((await page.request.get("/api/admin/stats")).status()).toBe(200)
  await Promise.all(elsewhere.map((client) => client.dispose()))
})

const rejections = [
  { current: "pas le mien", password: next, field: "currentPassword", error: "Le mot de passe actuel est incorrect" },
  { current: "", password: next, field: "currentPassword", error: "Le mot de passe est requis" },
  {
    current: TEST_PASSWORD,
    password: "password123",
    field: "next",
    error: "Ce mot de passe est trop courant, choisissez-en un autre",
  },
] as const

test.describe("a change that fails", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("says why under the field at fault, which gets the focus, or in red; what is typed can be shown", async ({
    page,
    site,
    playwright,
  }) => {
    const email = await signInAsNewAdmin(page, site)
    await openScreen(page, "/admin/account", "Mon compte")
    for (const { current, password, field, error } of rejections) {
      await change(page, current, password)
      await expect(form(page)[field]).toHaveAccessibleDescription(new RegExp(error))
      await expect(form(page)[field]).toBeFocused()
      await expect(form(page).save).toBeEnabled()
    }
    await expect(page.getByRole("status").filter({ hasText: "Mot de passe changé" })).toHaveCount(0)
    await expectAccessible(page)

    await breakCalls(page, "accounts.changePassword", noConnection)
    await change(page, TEST_PASSWORD, next)
    await expect(page.getByRole("alert")).toHaveText("Erreur de réseau : connexion impossible")
    await expect(form(page).next).toHaveValue(next)
    const elsewhere = await playwright.request.newContext({ baseURL: site.url })
    await elsewhere.post("/api/login", { data: { email, password: TEST_PASSWORD } })
    await page.reload()
    await breakCalls(page, "accounts.endOtherSessions", proxyPage)
    await page.getByRole("button", { name: "Terminer toutes les autres" }).click()
    await expect(page.getByRole("alert").last()).toHaveText("Erreur lors de la mise à jour")

    await expect(form(page).next).toHaveAttribute("type", "password")
    await page.getByRole("checkbox", { name: "Afficher ce que je tape" }).check()
    await expect(form(page).next).toHaveAttribute("type", "text")
    await expect(form(page).currentPassword).toHaveAttribute("type", "text")
    await expectFitsPhone(page)
    await expectFitsLargeText(page)
  })
})

test("site management leads to users and settings, and its log-out leads home", async ({ page }) => {
  await signIn(page)
  await openScreen(page, "/admin/site-management", "Gestion du site")
  const cards = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading") })
  await expect(cards).toHaveText([/utilisateurs/, /rôles/, /Paramètres généraux/])
  const users = cards.getByRole("link", { name: "Gestion des utilisateurs" })
  await expect(users).toHaveAttribute("href", "/admin/users")
  await expect(cards.getByRole("link")).toHaveCount(3)
  await expectAccessible(page)
  await page.getByRole("main").getByRole("button", { name: "Déconnexion" }).click()
  await expect(page).toHaveURL("/")
  await expect.poll(async () => (await page.request.get("/api/admin/stats")).status()).toBe(401)
})
