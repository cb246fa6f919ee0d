import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect, ON_POSTGRES } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { breakCalls, noConnection, proxyPage, rejection } from "./broken-calls.ts"
import { admin, openScreen, readTokens, signIn } from "./sign-in.ts"

const user = { email: "lectrice@exemple.cd", password: TEST_PASSWORD }

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  fill: (db) => createTestAccount(db, { email: user.email, username: "Lectrice" }),
})

function fields(page: Page) {
  const main = page.getByRole("main")
  return {
    email: main.getByLabel("E-mail", { exact: true }),
    password: main.getByLabel("Mot de passe", { exact: true }),
    button: main.getByRole("button", { name: "Se connecter" }),
  }
}

async function logIn(page: Page, { email, password } = admin) {
  await fields(page).email.fill(email)
  await fields(page).password.fill(password)
  await fields(page).button.click()
}

function logInLink(page: Page) {
  return page.getByRole("banner").getByRole("link", { name: "Connexion" })
}

test("both fields are required and say so when they are empty; a link leads to registration", async ({ page }) => {
  const calls: string[] = []
  page.on("request", (request) => calls.push(request.url()))
  await openPage(page, "/login")
  const { email, password, button } = fields(page)
  await expect(email).toHaveAttribute("type", "email")
  await expect(email).toHaveAttribute("required", "")
  await expect(password).toHaveAttribute("type", "password")
  await expect(password).toHaveAttribute("required", "")
  await button.click()
  await expect(email).toHaveAccessibleDescription("L’e-mail est requis")
  await expect(password).toHaveAccessibleDescription("Le mot de passe est requis")
  await expect(email).toBeFocused()
  expect(calls.filter((url) => url.includes("signIn"))).toEqual([])
  await expectAccessible(page)
  await page.getByRole("main").getByRole("link", { name: "S’inscrire" }).click()
  await expect(page).toHaveURL("/register")
})

test(
  "a user goes home with a token that is no credential, and the header changes without a page load",
  ON_POSTGRES,
  async ({ page, playwright, site }) => {
    await openPage(page, "/login")
    await page.evaluate(() => Object.assign(window, { samePage: true }))
    await expect(logInLink(page)).toBeVisible()
    await logIn(page, user)
    await expect(page).toHaveURL("/")
    await expect(page.getByRole("banner").getByRole("button", { name: "Déconnexion" })).toBeVisible()
    await expect(logInLink(page)).toBeHidden()
    expect(await page.evaluate(() => "samePage" in window)).toBe(true)

    const [token, same] = await readTokens(page)
    expect(token).toEqual(expect.any(String))
    expect(same).toBe(token)
    const stranger = await playwright.request.newContext({ baseURL: site.url })
    const headers = { Authorization: `Bearer ${token}`, Cookie: `token=${token}` }
    expect((await stranger.get("/api/admin/stats", { headers })).status()).toBe(401)
    await stranger.dispose()
  },
)

test.describe("a log-in that fails", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("says why in red, keeps the e-mail and gives no token; the next one leads to the dashboard", async ({
    page,
    context,
  }) => {
    await openPage(page, "/login")
    const alert = page.getByRole("alert")
    for (const email of [admin.email, "personne@exemple.cd"]) {
      await logIn(page, { email, password: "pas le bon" })
      await expect(alert).toHaveText("E-mail ou mot de passe incorrect")
      await expect(fields(page).email).toHaveValue(email)
      await expect(fields(page).button).toBeEnabled()
    }
    const busy = "Le serveur est occupé, réessayez dans un instant"
    for (const { response, text } of [
      { response: noConnection, text: "Erreur réseau" },
      { response: proxyPage, text: "Erreur de connexion" },
      { response: rejection(busy), text: busy },
    ]) {
      await breakCalls(page, "accounts.signIn", response)
      await logIn(page)
      await expect(alert).toHaveText(text)
      await page.unrouteAll()
    }
    await context.setOffline(true)
    await logIn(page)
    await expect(alert).toHaveText("Erreur réseau")
    await context.setOffline(false)
    await expect(page).toHaveURL("/login")
    expect(await readTokens(page)).toEqual([null, null])
    await fields(page).button.click()
    await expect(page).toHaveURL("/admin/dashboard")
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
  })
})

test("a visitor of an admin screen logs in and is back there", async ({ page }) => {
  await page.goto("/admin/messages?page=1&search=ciment")
  await expect(page).toHaveURL(/^[^?]+\/login\?redirect=/)
  await logIn(page)
  await expect(page).toHaveURL(/\/admin\/messages\?(.*&)?search=ciment/)
  await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible()
})

// Which targets are rejected is tested with the function that decides; these two go different ways in a browser.
for (const target of ["/\\mechant.example", "javascript:alert(1)"]) {
  test(`a log-in leads to no other site: ${target}`, async ({ page }) => {
    await openPage(page, `/login?redirect=${encodeURIComponent(target)}`)
    await logIn(page)
    await expect(page).toHaveURL("/admin/dashboard")
  })
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedConsole: /status of 40[01]/ })

  test("the form repeats a rejected e-mail but no password, then logs in and leads back", async ({ page }) => {
    await page.goto("/login?redirect=%2Fabout")
    const response = page.waitForResponse((response) => response.request().method() === "POST")
    await logIn(page, { email: user.email, password: "pas le bon" })
    expect((await response).status()).toBe(400)
    expect((await response).headers()["cache-control"]).toBe("no-store")
    await expect(page.getByRole("alert")).toHaveText("E-mail ou mot de passe incorrect")
    await expect(fields(page).email).toHaveValue(user.email)
    await expect(fields(page).password).toHaveValue("")
    await logIn(page, user)
    await expect(page).toHaveURL("/about")
    expect((await page.context().cookies()).find(({ name }) => name === "session")?.httpOnly).toBe(true)
  })

  test("the back-office says that it needs JavaScript", async ({ page }) => {
    const response = await page.request.post("/login", { form: admin, maxRedirects: 0 })
    expect([response.status(), response.headers().location]).toEqual([303, "/admin/dashboard"])
    await page.goto("/admin/dashboard")
    await expect(page.getByText(/L’administration a besoin de JavaScript/)).toBeVisible()
  })
})

test("a `user` sees that the back-office is the administrator's, makes none of its calls, and can log out", async ({
  page,
}) => {
  const calls: string[] = []
  page.on("request", (request) => calls.push(request.url()))
  await signIn(page, user)
  await openScreen(page, "/admin/dashboard", "Accès réservé à l'administrateur")
  expect(calls.filter((url) => /stats|drawn-chart/.test(url))).toEqual([])
  await expectAccessible(page)
  await page.getByRole("button", { name: "Se déconnecter" }).click()
  await expect(page).toHaveURL("/login")
  await expect.poll(() => readTokens(page)).toEqual([null, null])
})

test.describe("a session that has ended", () => {
  test.use({ expectedConsole: /status of 401/ })

  test("clears the tokens at the next call, and the pages show Connexion", async ({ page, site }) => {
    await signIn(page)
    await openScreen(page, "/admin/dashboard", "Dashboard")
    await expect(page.getByRole("definition").first()).toHaveText("0")
    await withDatabase(site, (db) => db.deleteFrom("sessions").execute())
    await page.getByRole("link", { name: "Messages" }).click()
    await expect.poll(() => readTokens(page)).toEqual([null, null])
    await page.goto("/admin/messages")
    await expect(page).toHaveURL(/\/login/)
    await expect(logInLink(page)).toBeVisible()
  })

  test("leads to the log-in page at the next screen once a call has cleared the tokens", async ({ page, site }) => {
    await signIn(page)
    await openScreen(page, "/admin/dashboard", "Dashboard")
    await expect(page.getByRole("definition").first()).toHaveText("0")
    await withDatabase(site, (db) => db.deleteFrom("sessions").execute())
    await page.evaluate(() => {
      localStorage.removeItem("token")
      sessionStorage.removeItem("token")
    })
    await page.getByRole("link", { name: "Messages" }).click()
    await expect(page).toHaveURL(/\/login\?redirect=%2Fadmin%2Fmessages/)
    expect(await readTokens(page)).toEqual([null, null])
  })
})

test("the sidebar's log-out ends the session on the server and leads to the log-in page", async ({ page }) => {
  await signIn(page)
  await openScreen(page, "/admin/dashboard", "Dashboard")
  await page.getByRole("complementary").getByRole("button", { name: "Déconnexion" }).click()
  await expect(page).toHaveURL("/login")
  await expect.poll(() => readTokens(page)).toEqual([null, null])
  await expect.poll(async () => (await page.request.get("/api/admin/stats")).status()).toBe(401)
  await expect(logInLink(page)).toBeVisible()
})
