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

test("« Fermer mes autres sessions » ends them and keeps this one", async ({ page, site, playwright }) => {
  const email = await signInAsNewAdmin(page, site)
  const elsewhere = await playwright.request.newContext({ baseURL: site.url })
  await elsewhere.post("/api/login", { data: { email, password: TEST_PASSWORD } })
  expect((await elsewhere.get("/api/admin/stats")).status()).toBe(200)
  await openScreen(page, "/admin/account", "Mon compte")
  await page.getByRole("button", { name: "Fermer mes autres sessions" }).click()
  await expect(page.getByRole("status").filter({ hasText: "Vos autres sessions sont fermées" })).toBeVisible()
  expect((await elsewhere.get("/api/admin/stats")).status()).toBe(401)
  expect((await page.request.get("/api/admin/stats")).status()).toBe(200)
  await elsewhere.dispose()
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
  }) => {
    await signInAsNewAdmin(page, site)
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
    await breakCalls(page, "accounts.endOtherSessions", proxyPage)
    await page.getByRole("button", { name: "Fermer mes autres sessions" }).click()
    await expect(page.getByRole("alert").last()).toHaveText("Erreur lors de la mise à jour")

    await expect(form(page).next).toHaveAttribute("type", "password")
    await page.getByRole("checkbox", { name: "Afficher ce que je tape" }).check()
    await expect(form(page).next).toHaveAttribute("type", "text")
    await expect(form(page).currentPassword).toHaveAttribute("type", "text")
    await expectFitsPhone(page)
    await expectFitsLargeText(page)
  })
})

test("site management leads to its settings, and its log-out leads home", async ({ page }) => {
  await signIn(page)
  await openScreen(page, "/admin/site-management", "Gestion du site")
  const cards = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading") })
  await expect(cards).toHaveText([/Paramètres généraux/])
  await expect(cards.getByRole("link", { name: "Paramètres généraux" })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole("main").getByRole("button", { name: "Déconnexion" }).click()
  await expect(page).toHaveURL("/")
  await expect.poll(async () => (await page.request.get("/api/admin/stats")).status()).toBe(401)
})
