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

test.use({ expectedConsole: /Failed to load resource/ })

const failures = [
  { response: proxyPage, text: "Erreur réseau ou réponse inattendue du serveur" },
  { response: rejection("Revenez demain"), text: "Revenez demain" },
  { response: rejection(""), text: "Erreur d'inscription" },
  { response: noConnection, text: "Erreur réseau: connexion impossible" },
]

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

test("a registration says what is wrong, is confirmed in green, and leads to log-in after 1.5 s", async ({
  page,
  site,
}) => {
  const calls: string[] = []
  page.on("request", (request) => calls.push(request.url()))
  const account = newcomer()
  await page.clock.install()
  await page.setViewportSize({ width: 360, height: 560 })
  await openPage(page, "/register")
  const { username, email, password, confirm, button } = fields(page)
  const alert = page.getByRole("alert")

  await test.step("all four fields are required, and passwords have to be the same", async () => {
    for (const field of [username, email, password, confirm]) await expect(field).toHaveAttribute("required", "")
    await expect(email).toHaveAttribute("type", "email")
    await register(page, { ...account, confirm: "sept sacs de ciment blanc" })
    await expect(confirm).toHaveAccessibleDescription("Les mots de passe ne correspondent pas")
    await expect(confirm).toBeFocused()
    expect(calls.filter((url) => url.includes("accounts.register"))).toEqual([])
    await expectAccessible(page)
    await expect(page.getByRole("main").getByRole("link", { name: "Se connecter" })).toHaveAttribute("href", "/login")
  })

  await test.step("a failure is told in red, under the field at fault too, and can be sent again", async () => {
    await register(page, { ...account, email: taken.email.toUpperCase() })
    await expect(alert).toHaveText("Un compte existe déjà avec cet e-mail")
    await expect(email).toHaveAccessibleDescription(/Un compte existe déjà avec cet e-mail/)
    await register(page, { ...account, username: taken.username })
    await expect(alert).toHaveText("Ce nom d’utilisateur est déjà pris")
    await expect(username).toHaveAccessibleDescription(/Ce nom d’utilisateur est déjà pris/)
    await username.fill(account.username)
    for (const { response, text } of failures) {
      await breakCalls(page, "accounts.register", response)
      await button.click()
      await expect(alert).toHaveText(text)
      await page.unrouteAll()
    }
    await expect(page).toHaveURL("/register")
    expect(await stored(site, account.email)).toEqual([])
  })

  await test.step("a success is confirmed, and leads to log-in once it was read", async () => {
    // A longer leap would expire cached answers that no component uses yet.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 30_000)
    await button.click()
    const banner = page.getByRole("status").filter({ hasText: "Inscription réussie" })
    // The form loads its schema first and sends the call afterwards, so the clock advances step by step.
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
  })
})
