import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import type { Site } from "#e2e/start-site.ts"
import { createTestAccount } from "#server/testing/test-account.ts"
import { breakCalls, noConnection, proxyPage, rejection } from "./broken-calls.ts"

const taken = { username: "Déjà pris", email: "deja@exemple.cd" }

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  fill: (db) => createTestAccount(db, taken),
})

let made = 0

function newcomer() {
  made += 1
  const name = `nouveau-${process.pid}-${made}`
  const password = "sept sacs de ciment gris"
  return { username: name, email: `${name}@exemple.cd`, password, confirm: password }
}

function fields(page: Page) {
  const main = page.getByRole("main")
  return {
    username: main.getByLabel("Nom d'utilisateur", { exact: true }),
    email: main.getByLabel("E-mail", { exact: true }),
    password: main.getByLabel("Mot de passe", { exact: true }),
    confirm: main.getByLabel("Confirmer le mot de passe", { exact: true }),
    button: main.getByRole("button", { name: "S'inscrire" }),
  }
}

async function register(page: Page, account: ReturnType<typeof newcomer>) {
  const { username, email, password, confirm, button } = fields(page)
  await username.fill(account.username)
  await email.fill(account.email)
  await password.fill(account.password)
  await confirm.fill(account.confirm)
  await button.click()
}

function stored(site: Site, email: string) {
  return withDatabase(site, (db) => db.selectFrom("accounts").select("role").where("email", "=", email).execute())
}

test("a new account is confirmed in green and led to log-in after 1.5 s, where it logs in", async ({ page, site }) => {
  const account = newcomer()
  await page.clock.install()
  await page.setViewportSize({ width: 360, height: 560 })
  await openPage(page, "/register")
  // A longer leap would end the life of cached answers that no component uses yet.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 30_000)
  await register(page, account)
  const banner = page.getByRole("status").filter({ hasText: "Inscription réussie" })
  // The schema arrives, then the call leaves.
  await expect(async () => {
    await page.clock.runFor(5)
    await expect(banner).toHaveText("Inscription réussie", { timeout: 200 })
  }).toPass()
  await page.clock.runFor(1000)
  await expect(banner).toBeInViewport({ ratio: 1 })
  await expect(page).toHaveURL("/register")
  await page.clock.runFor(600)
  await expect(page).toHaveURL("/login")
  expect(await stored(site, account.email)).toEqual([{ role: "user" }])
  await page.clock.resume()
  const logIn = page.getByRole("main").getByRole("button", { name: "Se connecter" })
  await expect(logIn).toBeVisible()
  await page.getByLabel("E-mail").fill(account.email)
  await page.getByLabel("Mot de passe").fill(account.password)
  await logIn.click()
  await expect(page).toHaveURL("/")
})

test("all four fields are required, passwords have to be the same, and a link leads to log-in", async ({
  page,
  site,
}) => {
  const calls: string[] = []
  page.on("request", (request) => calls.push(request.url()))
  await openPage(page, "/register")
  const { username, email, password, confirm } = fields(page)
  for (const field of [username, email, password, confirm]) await expect(field).toHaveAttribute("required", "")
  await expect(email).toHaveAttribute("type", "email")
  const account = { ...newcomer(), confirm: "sept sacs de ciment blanc" }
  await register(page, account)
  await expect(confirm).toHaveAccessibleDescription("Les mots de passe ne correspondent pas")
  await expect(confirm).toBeFocused()
  expect(calls.filter((url) => url.includes("accounts.register"))).toEqual([])
  expect(await stored(site, account.email)).toEqual([])
  await expectAccessible(page)
  await page.getByRole("main").getByRole("link", { name: "Se connecter" }).click()
  await expect(page).toHaveURL("/login")
})

test.describe("a registration that fails", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  const failures = [
    { response: proxyPage, text: "Erreur réseau ou réponse inattendue du serveur" },
    { response: rejection("Revenez demain"), text: "Revenez demain" },
    { response: rejection(""), text: "Erreur d'inscription" },
    { response: noConnection, text: "Erreur réseau: connexion impossible" },
  ]

  test("says why in red, under the field at fault too, and can be sent again", async ({ page }) => {
    const account = newcomer()
    await openPage(page, "/register")
    const { username, email, button } = fields(page)
    await register(page, { ...account, email: taken.email.toUpperCase() })
    await expect(page.getByRole("alert")).toHaveText("Un compte existe déjà avec cet e-mail")
    await expect(email).toHaveAccessibleDescription(/Un compte existe déjà avec cet e-mail/)
    await register(page, { ...account, username: taken.username })
    await expect(page.getByRole("alert")).toHaveText("Ce nom d’utilisateur est déjà pris")
    await expect(username).toHaveAccessibleDescription(/Ce nom d’utilisateur est déjà pris/)
    await username.fill(account.username)
    for (const { response, text } of failures) {
      await breakCalls(page, "accounts.register", response)
      await button.click()
      await expect(page.getByRole("alert")).toHaveText(text)
      await page.unrouteAll()
    }
    await expect(page).toHaveURL("/register")
    await button.click()
    await expect(page).toHaveURL("/login")
  })
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedConsole: /status of 400/ })

  test("what was rejected comes back with its message, and a new account is led to log-in", async ({ page, site }) => {
    const account = newcomer()
    await page.goto("/register")
    const response = page.waitForResponse((response) => response.request().method() === "POST")
    await register(page, { ...account, confirm: "autre chose encore" })
    expect((await response).status()).toBe(400)
    await expect(page.getByText("Les mots de passe ne correspondent pas").first()).toBeVisible()
    await expect(fields(page).username).toHaveValue(account.username)
    await expect(fields(page).email).toHaveValue(account.email)
    await expect(fields(page).password).toHaveValue("")
    await register(page, account)
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByRole("status").filter({ hasText: "Inscription réussie" })).toBeVisible()
    expect(await stored(site, account.email)).toHaveLength(1)
  })
})
