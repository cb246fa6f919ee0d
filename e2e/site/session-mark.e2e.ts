import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { mainNavigation } from "./header.ts"

const storages = ["localStorage", "sessionStorage"] as const

/** Keeps a token as a log-in does, before the first page is opened. */
async function holdToken(page: Page, storage: (typeof storages)[number]) {
  await page.goto("/robots.txt")
  await page.evaluate((name) => window[name].setItem("token", "jeton"), storage)
}

function connexion(page: Page) {
  return page.getByRole("banner").getByRole("link", { name: "Connexion" })
}

function deconnexion(page: Page) {
  return page.getByRole("banner").getByRole("button", { name: "Déconnexion" })
}

async function readTokens(page: Page) {
  return page.evaluate(() => [localStorage.getItem("token"), sessionStorage.getItem("token")])
}

test("a visitor without a token sees Connexion, which leads to the log-in page", async ({ page }) => {
  await openPage(page, "/")
  await expect(connexion(page)).toBeVisible()
  await expect(connexion(page)).toHaveAttribute("href", "/login")
  await expect(deconnexion(page)).toBeHidden()
})

for (const storage of storages) {
  test(`a token in ${storage} shows Déconnexion in the place of Connexion`, async ({ page }) => {
    await holdToken(page, storage)
    await openPage(page, "/")
    await expect(deconnexion(page)).toBeVisible()
    await expect(connexion(page)).toBeHidden()
  })

  test(`a token in ${storage} shows Déconnexion before the page's script has run`, async ({ page }) => {
    await holdToken(page, storage)
    await page.route("**/assets/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }))
    await page.goto("/")
    await expect(deconnexion(page)).toBeVisible()
    await expect(connexion(page)).toBeHidden()
  })

  test(`a token that ${storage} has gained shows from the next page on`, async ({ page }) => {
    await openPage(page, "/")
    await page.evaluate((name) => window[name].setItem("token", "jeton"), storage)
    await mainNavigation(page).getByRole("link", { name: "Transport" }).click()
    await expect(deconnexion(page)).toBeVisible()
    await expect(connexion(page)).toBeHidden()
  })
}

test("the choice is the same page's for everybody: both controls stand in its HTML", async ({ request }) => {
  const html = await (await request.get("/")).text()
  expect(html).toMatch(/<a [^>]*href="\/login"[^>]*>Connexion<\/a>/)
  expect(html).toMatch(/<button [^>]*>Déconnexion<\/button>/)
})

test("both controls stand in one place", async ({ page }) => {
  await openPage(page, "/")
  const before = await connexion(page).boundingBox()
  await page.evaluate(() => localStorage.setItem("token", "jeton"))
  await page.reload()
  const after = await deconnexion(page).boundingBox()
  expect(after?.y).toBe(before?.y)
  expect((after?.x ?? 0) + (after?.width ?? 0)).toBe((before?.x ?? 0) + (before?.width ?? 0))
})

test("a log-in in another tab shows here at once, and so does its log-out", async ({ page, context }) => {
  await openPage(page, "/about")
  const other = await context.newPage()
  await other.goto("/robots.txt")
  await other.evaluate(() => localStorage.setItem("token", "jeton"))
  await expect(deconnexion(page)).toBeVisible()
  await other.evaluate(() => localStorage.removeItem("token"))
  await expect(connexion(page)).toBeVisible()
  await expect(deconnexion(page)).toBeHidden()
})

test("logging out clears both storages, leads home and brings Connexion back", async ({ page }) => {
  await holdToken(page, "localStorage")
  await holdToken(page, "sessionStorage")
  await openPage(page, "/contact")
  await deconnexion(page).click()
  await expect(page).toHaveURL("/")
  await expect(connexion(page)).toBeVisible()
  await expect(deconnexion(page)).toBeHidden()
  expect(await readTokens(page)).toEqual([null, null])
})

test("a token shows Déconnexion in the mobile menu, which logs out and closes the menu", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await holdToken(page, "localStorage")
  await openPage(page, "/transport")
  await page.getByRole("button", { name: "Ouvrir le menu" }).click()
  await expect(page.getByRole("link", { name: "Se connecter" })).toBeHidden()
  await deconnexion(page).click()
  await expect(page).toHaveURL("/")
  await expect(page.getByRole("navigation", { name: "Menu" })).toBeHidden()
  expect(await readTokens(page)).toEqual([null, null])
})
