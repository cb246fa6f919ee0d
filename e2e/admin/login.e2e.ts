import { setTimeout } from "node:timers/promises"
import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { breakCalls, noConnection, proxyPage, rejection } from "./broken-calls.ts"
import { admin, openScreen, readTokens } from "./sign-in.ts"

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

test("a user goes home without a page load, is told that the back-office is the administrator's, and logs out @postgres", async ({
  page,
}) => {
  // Which redirect targets are rejected is tested beside the function that decides.
  await openPage(page, `/login?redirect=${encodeURIComponent("/\\mechant.example")}`)
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

  await test.step("the log-in page finds a session whose token is missing, as after a log-in without JavaScript", async () => {
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await openPage(page, "/login?redirect=%2Fadmin%2Fdashboard")
    await expect(page.getByRole("banner").getByRole("button", { name: "Déconnexion" })).toBeVisible()
  })

  const calls: string[] = []
  page.on("request", (request) => calls.push(request.url()))
  await openScreen(page, "/admin/dashboard", "Accès réservé à l'administrateur")
  expect(calls.filter((url) => /stats|drawn-chart/.test(url))).toEqual([])
  await expectAccessible(page)
  await page.getByRole("button", { name: "Se déconnecter" }).click()
  await expect(page).toHaveURL("/login")
  expect(await readTokens(page)).toEqual([null, null])
})

test("a log-in whose form is sent before the script runs shows on the next page", async ({ page, context }) => {
  await page.route("**/assets/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }))
  await page.goto("/login")
  await logIn(page, user)
  await expect(page).toHaveURL("/")
  await expect(page.getByRole("banner").getByRole("button", { name: "Déconnexion" })).toBeVisible()
  expect(await readTokens(page)).toEqual(["session", "session"])
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("signed-in")
})

test.describe("a visitor of an admin screen", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("is told why a log-in fails, is back there after the next one, and again once the session has ended", async ({
    page,
    context,
    site,
  }) => {
    const calls: string[] = []
    page.on("request", (request) => calls.push(request.url()))
    await openPage(page, "/admin/messages?page=1&search=ciment")
    await expect(page).toHaveURL(/^[^?]+\/login\?redirect=/)
    const { email, password, button } = fields(page)
    const alert = page.getByRole("alert")
    const messages = page.getByRole("heading", { level: 1, name: "Messages" })

    await test.step("both fields are required and say so when they are empty", async () => {
      await expect(email).toHaveAttribute("type", "email")
      await expect(email).toHaveAttribute("required", "")
      await expect(password).toHaveAttribute("type", "password")
      await expect(password).toHaveAttribute("required", "")
      await button.click()
      await expect(email).toHaveAccessibleDescription("L’e-mail est requis")
      await expect(password).toHaveAccessibleDescription("Le mot de passe est requis")
      await expect(email).toBeFocused()
      expect(calls.filter((url) => url.includes("signIn"))).toEqual([])
      await expect(page.getByRole("main").getByRole("link", { name: "S’inscrire" })).toHaveAttribute(
        "href",
        "/register",
      )
      await expectAccessible(page)
    })

    await test.step("a failure is told in red, keeps the e-mail and gives no token", async () => {
      await logIn(page, { email: admin.email, password: "pas le bon" })
      await expect(alert).toHaveText("E-mail ou mot de passe incorrect")
      await expect(email).toHaveValue(admin.email)
      await expect(button).toBeEnabled()
      await expect(button).toBeFocused()
      const busy = "Le serveur est occupé, réessayez dans un instant"
      for (const { response, text } of [
        { response: proxyPage, text: "Erreur de connexion" },
        { response: rejection(busy), text: busy },
      ]) {
        await breakCalls(page, "accounts.signIn", response)
        await logIn(page)
        await expect(alert).toHaveText(text)
        await page.unrouteAll()
      }
      await context.setOffline(true)
      await button.click()
      await expect(alert).toHaveText("Erreur réseau")
      await context.setOffline(false)
      await expect(page).toHaveURL(/\/login\?/)
      expect(await readTokens(page)).toEqual([null, null])
    })

    await test.step("a log-in leads back to the screen", async () => {
      await button.click()
      await expect(page).toHaveURL(/\/admin\/messages\?(.*&)?search=ciment/)
      await expect(messages).toBeVisible()
    })

    await test.step("the next call of a session that has ended clears the tokens, the next screen asks to log in", async () => {
      await withDatabase(site, (db) => db.deleteFrom("sessions").execute())
      // Hovering over a link already prefetches its screen, so a click alone might or might not find the tokens.
      await page.getByRole("link", { name: "Dashboard" }).hover()
      await expect.poll(() => readTokens(page)).toEqual([null, null])
      await page.getByRole("link", { name: "Dashboard" }).click()
      await expect(page).toHaveURL(/\/login\?redirect=%2Fadmin%2Fdashboard/)
      await expect(logInLink(page)).toBeVisible()
      expect(await readTokens(page)).toEqual([null, null])
      await logIn(page)
      await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
    })

    const logOut = page.getByRole("complementary").getByRole("button", { name: "Déconnexion" })
    await test.step("the sidebar's log-out stays on the screen if it fails", async () => {
      await breakCalls(page, "accounts.signOut", noConnection)
      const [dialog] = await Promise.all([page.waitForEvent("dialog"), logOut.click({ noWaitAfter: true })])
      await dialog.accept()
      await page.unrouteAll()
      await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
      await expect(page).toHaveURL("/admin/dashboard")
    })

    await test.step("it ends the session on the server and only then leads to the log-in page, in each tab", async () => {
      const other = await page.context().newPage()
      await openScreen(other, "/admin/messages", "Messages")
      await breakCalls(page, "accounts.signOut", (route) => setTimeout(500).then(() => route.continue()))
      await logOut.click()
      await expect(page).toHaveURL("/login")
      expect(await readTokens(page)).toEqual([null, null])
      expect((await page.request.get("/api/admin/stats")).status()).toBe(401)
      await expect(logInLink(page)).toBeVisible()
      await expect(other).toHaveURL("/login?redirect=%2Fadmin%2Fmessages")
      expect(await readTokens(other)).toEqual([null, null])
    })
  })
})
