import type { Page } from "@playwright/test"
import { readTokens } from "#e2e/admin/sign-in.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { mainNavigation } from "./header.ts"

const storages = ["localStorage", "sessionStorage"] as const

/** Stores a token as a log-in does, before the first page is opened. */
async function storeToken(page: Page, storage: (typeof storages)[number]) {
  await page.goto("/robots.txt")
  await page.evaluate((name) => window[name].setItem("token", "jeton"), storage)
}

function logInLink(page: Page) {
  return page.getByRole("banner").getByRole("link", { name: "Connexion" })
}

function logOutButton(page: Page) {
  return page.getByRole("banner").getByRole("button", { name: "Déconnexion" })
}

test("without a token the header shows Connexion, and with one, from the next page on, Déconnexion in its place", async ({
  page,
}) => {
  const response = await openPage(page, "/")
  await expect(logInLink(page)).toHaveAttribute("href", "/login")
  await expect(logInLink(page)).toBeVisible()
  await expect(logOutButton(page)).toBeHidden()
  const before = await logInLink(page).boundingBox()

  await test.step("both controls stand in the HTML, which is the same for everybody", async () => {
    const html = (await response?.text()) ?? ""
    expect(html).toMatch(/<a [^>]*href="\/login"[^>]*>Connexion<\/a>/)
    expect(html).toMatch(/<button [^>]*>Déconnexion<\/button>/)
  })
  await page.evaluate(() => sessionStorage.setItem("token", "jeton"))
  await mainNavigation(page).getByRole("link", { name: "Transport" }).click()
  await expect(logOutButton(page)).toBeVisible()
  await expect(logInLink(page)).toBeHidden()
  const after = await logOutButton(page).boundingBox()
  expect(after?.y).toBe(before?.y)
  expect((after?.x ?? 0) + (after?.width ?? 0)).toBe((before?.x ?? 0) + (before?.width ?? 0))
})

test.describe("a log-out that does not reach the server", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("is told, and Déconnexion stays for another attempt", async ({ page }) => {
    await storeToken(page, "localStorage")
    await openPage(page, "/contact")
    await page.route("**/trpc/accounts.signOut*", (route) => route.abort())
    const [dialog] = await Promise.all([page.waitForEvent("dialog"), logOutButton(page).click({ noWaitAfter: true })])
    expect(dialog.message()).toBe("La déconnexion a échoué. Vérifiez la connexion, puis réessayez.")
    await dialog.accept()
    await expect(page).toHaveURL("/")
    await expect(logOutButton(page)).toBeVisible()
    await page.unrouteAll()
    await logOutButton(page).click()
    await expect(logInLink(page)).toBeVisible()
  })
})

for (const storage of storages) {
  test(`a token in ${storage} shows Déconnexion before the page's script has run, which clears it`, async ({
    page,
  }) => {
    await storeToken(page, storage)
    await page.route("**/assets/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }))
    await page.goto("/")
    await expect(logOutButton(page)).toBeVisible()
    await expect(logInLink(page)).toBeHidden()
    await page.unrouteAll()
    await openPage(page, "/contact")
    await logOutButton(page).click()
    await expect(page).toHaveURL("/")
    await expect(logInLink(page)).toBeVisible()
    await expect(logOutButton(page)).toBeHidden()
    expect(await readTokens(page)).toEqual([null, null])
  })
}

test("a log-in in another tab shows here at once, and so does its log-out", async ({ page, context }) => {
  await openPage(page, "/about")
  const other = await context.newPage()
  await other.goto("/robots.txt")
  await other.evaluate(() => localStorage.setItem("token", "jeton"))
  await expect(logOutButton(page)).toBeVisible()
  await other.evaluate(() => localStorage.removeItem("token"))
  await expect(logInLink(page)).toBeVisible()
  await expect(logOutButton(page)).toBeHidden()
})

test("a token shows Déconnexion in the mobile menu, which logs out and closes the menu", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await storeToken(page, "localStorage")
  await openPage(page, "/transport")
  await page.getByRole("button", { name: "Ouvrir le menu" }).click()
  await expect(page.getByRole("link", { name: "Se connecter" })).toBeHidden()
  await logOutButton(page).click()
  await expect(page).toHaveURL("/")
  await expect(page.getByRole("navigation", { name: "Menu" })).toBeHidden()
  expect(await readTokens(page)).toEqual([null, null])
})
