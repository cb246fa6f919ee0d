import type { Page } from "@playwright/test"
import { admin, readTokens } from "#e2e/admin/sign-in.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated, openPage } from "#e2e/open-page.ts"
import { mainNavigation } from "./header.ts"

function logInLink(page: Page) {
  return page.getByRole("banner").getByRole("link", { name: "Connexion" })
}

function logOutButton(page: Page) {
  return page.getByRole("banner").getByRole("button", { name: "Déconnexion" })
}

test.use({ expectedConsole: /Failed to load resource/ })

test("the header shows Connexion, and Déconnexion in its place while the browser has a token @slow", async ({
  page,
  context,
}) => {
  await page.request.post("/api/login", { data: admin })
  const response = await openPage(page, "/")
  await expect(logInLink(page)).toHaveAttribute("href", "/login")
  await expect(logInLink(page)).toBeVisible()
  await expect(logOutButton(page)).toBeHidden()

  await test.step("both controls stand in the HTML, which is the same for everybody", async () => {
    const html = (await response?.text()) ?? ""
    expect(html).toMatch(/<a [^>]*href="\/login"[^>]*>Connexion<\/a>/)
    expect(html).toMatch(/<button [^>]*>Déconnexion<\/button>/)
  })

  await test.step("a token shows from the next page on, in the same place", async () => {
    const before = await logInLink(page).boundingBox()
    await page.evaluate(() => sessionStorage.setItem("token", "jeton"))
    await mainNavigation(page).getByRole("link", { name: "Transport" }).click()
    await expect(logOutButton(page)).toBeVisible()
    await expect(logInLink(page)).toBeHidden()
    const after = await logOutButton(page).boundingBox()
    expect(after?.y).toBe(before?.y)
    expect((after?.x ?? 0) + (after?.width ?? 0)).toBe((before?.x ?? 0) + (before?.width ?? 0))
  })

  await test.step("a page that is reloaded stays where it was, though the application starts at once", async () => {
    await page.evaluate(() => scrollTo(0, 600))
    await page.reload()
    await expectHydrated(page)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(600)
  })

  await test.step("a log-out that does not reach the server is told, and can be repeated", async () => {
    await page.evaluate(() => localStorage.setItem("token", "jeton"))
    await page.route("**/trpc/accounts.signOut*", (route) => route.abort())
    const [dialog] = await Promise.all([page.waitForEvent("dialog"), logOutButton(page).click({ noWaitAfter: true })])
    expect(dialog.message()).toBe("La déconnexion a échoué. Vérifiez la connexion, puis réessayez.")
    await dialog.accept()
    await expect(page).toHaveURL("/")
    await expect(logOutButton(page)).toBeVisible()
    await page.unrouteAll()
    const signedOut = page.waitForResponse("**/trpc/accounts.signOut*")
    await logOutButton(page).click()
    await (await signedOut).finished()
    await expect(logInLink(page)).toBeVisible()
    await expect(logOutButton(page)).toBeHidden()
    expect(await readTokens(page)).toEqual([null, null])
  })

  await test.step("a token goes with the answer that its session has ended, and stays without an answer", async () => {
    await page.evaluate(() => sessionStorage.setItem("token", "jeton"))
    await page.route("**/trpc/accounts.me*", (route) => route.abort())
    await Promise.all([page.waitForEvent("requestfailed"), page.reload()])
    await expectHydrated(page)
    await expect(logOutButton(page)).toBeVisible()
    await page.unrouteAll()
    await page.reload()
    await expect(logInLink(page)).toBeVisible()
    expect(await readTokens(page)).toEqual([null, null])
  })

  await test.step("a log-in in another tab shows here at once, and so does its log-out", async () => {
    const other = await context.newPage()
    await other.goto("/robots.txt")
    await other.evaluate(() => localStorage.setItem("token", "jeton"))
    await expect(logOutButton(page)).toBeVisible()
    await page.evaluate(() => sessionStorage.setItem("token", "jeton"))
    await other.evaluate(() => localStorage.removeItem("token"))
    await expect(logInLink(page)).toBeVisible()
    await expect(logOutButton(page)).toBeHidden()
    expect(await readTokens(page)).toEqual([null, null])
    await other.evaluate(() => localStorage.setItem("token", "jeton"))
    await other.close()
  })

  await test.step("the mobile menu logs out too, and closes", async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole("button", { name: "Ouvrir le menu" }).click()
    await expect(page.getByRole("link", { name: "Se connecter" })).toBeHidden()
    await logOutButton(page).click()
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeHidden()
    expect(await readTokens(page)).toEqual([null, null])
  })

  await test.step("a token in either storage shows before the page's script has run, and so does its end", async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.route("**/assets/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }))
    for (const storage of ["localStorage", "sessionStorage"] as const) {
      await page.evaluate((name) => window[name].setItem("token", "jeton"), storage)
      await page.reload()
      await expect(logOutButton(page)).toBeVisible()
      await expect(logInLink(page)).toBeHidden()
      // Back shows a page of the browser's cache without loading it again.
      await page.evaluate((name) => {
        window[name].clear()
        dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))
      }, storage)
      await expect(logInLink(page)).toBeVisible()
    }
  })
})
