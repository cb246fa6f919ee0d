import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import type { Site } from "#e2e/start-site.ts"
import { makeAccount } from "#server/testing/make-account.ts"
import { breakCalls, noConnection, proxyPage, refused } from "./broken-calls.ts"

const taken = { username: "Déjà pris", email: "deja@exemple.cd" }

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  fill: (db) => makeAccount(db, taken),
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

test("all four fields are required, the e-mail's is of that type, and a link leads to log-in", async ({ page }) => {
  await openPage(page, "/register")
  const { username, email, password, confirm } = fields(page)
  for (const field of [username, email, password, confirm]) await expect(field).toHaveAttribute("required", "")
  await expect(email).toHaveAttribute("type", "email")
  await expectAccessible(page)
  await page.getByRole("main").getByRole("link", { name: "Se connecter" }).click()
  await expect(page).toHaveURL("/login")
})

test("a new account is told in green and led to log-in after 1.5 s", async ({ page, site }) => {
  const account = newcomer()
  const opened = new Date("2026-01-05T08:00:00Z")
  await page.clock.install({ time: opened })
  await openPage(page, "/register")
  await page.clock.pauseAt(new Date(opened.getTime() + 3_600_000))
  await register(page, account)
  const banner = page.getByRole("status").filter({ hasText: "Inscription réussie" })
  // The schema arrives, then the call leaves.
  await expect(async () => {
    await page.clock.runFor(5)
    await expect(banner).toHaveText("Inscription réussie", { timeout: 200 })
  }).toPass()
  await expect(banner).toHaveCSS("background-color", "rgb(31, 107, 63)")
  await page.clock.runFor(1400)
  await expect(page).toHaveURL("/register")
  await page.clock.runFor(200)
  await expect(page).toHaveURL("/login")
  expect(await stored(site, account.email)).toEqual([{ role: "user" }])
})

test("on a phone the answer comes into sight, though the button stands far below it", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 560 })
  await openPage(page, "/register")
  await register(page, newcomer())
  await expect(page.getByRole("status").filter({ hasText: "Inscription réussie" })).toBeInViewport({ ratio: 1 })
})

test("the new account logs in", async ({ page }) => {
  const { email, password, ...rest } = newcomer()
  await openPage(page, "/register")
  await register(page, { email, password, ...rest })
  await expect(page.getByRole("heading", { level: 1, name: "Connexion" })).toBeVisible()
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Mot de passe").fill(password)
  await page.getByRole("main").getByRole("button", { name: "Se connecter" }).click()
  await expect(page).toHaveURL("/")
})

test("passwords that differ are told before any call", async ({ page, site }) => {
  const calls: string[] = []
  page.on("request", (request) => calls.push(request.url()))
  const account = { ...newcomer(), confirm: "sept sacs de ciment blanc" }
  await openPage(page, "/register")
  await register(page, account)
  await expect(page.getByText("Les mots de passe ne correspondent pas", { exact: true })).toBeVisible()
  await expect(fields(page).confirm).toHaveAccessibleDescription("Les mots de passe ne correspondent pas")
  await expect(fields(page).confirm).toBeFocused()
  expect(calls.filter((url) => url.includes("accounts.register"))).toEqual([])
  expect(await stored(site, account.email)).toEqual([])
})

test.describe("refused", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  const refusals = [
    {
      what: "an e-mail that has an account",
      given: { email: taken.email.toUpperCase() },
      field: "email",
      text: "Un compte existe déjà avec cet e-mail",
    },
    {
      what: "a name that is taken",
      given: { username: taken.username },
      field: "username",
      text: "Ce nom d’utilisateur est déjà pris",
    },
  ] as const

  for (const { what, given, field, text } of refusals) {
    test(`${what} is told in red and under its field`, async ({ page }) => {
      await openPage(page, "/register")
      await register(page, { ...newcomer(), ...given })
      await expect(page.getByRole("alert")).toHaveText(text)
      await expect(fields(page)[field]).toHaveAccessibleDescription(new RegExp(text))
      await expect(page).toHaveURL("/register")
    })
  }

  const failures = [
    { what: "an answer that is no JSON", answer: proxyPage, text: "Erreur réseau ou réponse inattendue du serveur" },
    { what: "a server that is not there", answer: noConnection, text: "Erreur réseau: connexion impossible" },
    { what: "a refusal in the server's words", answer: refused("Revenez demain"), text: "Revenez demain" },
    { what: "a refusal without words", answer: refused(""), text: "Erreur d'inscription" },
  ]

  for (const { what, answer, text } of failures) {
    test(`${what} is told in red: '${text}'`, async ({ page }) => {
      await openPage(page, "/register")
      await breakCalls(page, "accounts.register", answer)
      await register(page, newcomer())
      await expect(page.getByRole("alert")).toHaveText(text)
      await expect(page.getByRole("alert")).toHaveCSS("background-color", "rgb(163, 35, 28)")
    })
  }

  test("a lost connection is told, and what was typed can be sent again", async ({ page, context }) => {
    await openPage(page, "/register")
    await context.setOffline(true)
    await register(page, newcomer())
    await expect(page.getByRole("alert")).toHaveText("Erreur réseau: connexion impossible")
    await context.setOffline(false)
    await fields(page).button.click()
    await expect(page).toHaveURL("/login")
  })
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedConsole: /status of 400/ })

  test("a new account is led to log-in, where the green banner stands", async ({ page, site }) => {
    const account = newcomer()
    await page.goto("/register")
    await register(page, account)
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByRole("status").filter({ hasText: "Inscription réussie" })).toBeVisible()
    expect(await stored(site, account.email)).toHaveLength(1)
  })

  test("passwords that differ come back with status 400, the typed values and the message", async ({ page }) => {
    const account = { ...newcomer(), confirm: "autre chose encore" }
    await page.goto("/register")
    const answer = page.waitForResponse((response) => response.request().method() === "POST")
    await register(page, account)
    expect((await answer).status()).toBe(400)
    await expect(page.getByText("Les mots de passe ne correspondent pas").first()).toBeVisible()
    await expect(fields(page).username).toHaveValue(account.username)
    await expect(fields(page).email).toHaveValue(account.email)
    await expect(fields(page).password).toHaveValue("")
  })
})
