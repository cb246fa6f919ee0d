import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { mainLinks, mainNavigation } from "./header.ts"

test.use({ viewport: { width: 360, height: 740 } })

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled })

    test.beforeEach(async ({ page }) => {
      if (javaScriptEnabled) await openPage(page, "/about")
      else await page.goto("/about")
    })

    test("the menu opens and closes by its buttons", async ({ page }) => {
      const menu = page.getByRole("navigation", { name: "Menu" })
      await expect(menu).toBeHidden()
      await page.getByRole("button", { name: "Ouvrir le menu" }).click()
      await expect(menu).toBeVisible()
      await page.getByRole("button", { name: "Fermer le menu" }).click()
      await expect(menu).toBeHidden()
    })

    test("choosing an item opens its page and closes the menu", async ({ page }) => {
      await page.getByRole("button", { name: "Ouvrir le menu" }).click()
      await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Immobilier" }).click()
      await expect(page).toHaveURL("/immobilier")
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Immobilier")
      await expect(page.getByRole("navigation", { name: "Menu" })).toBeHidden()
    })
  })
}

test.describe("in the open menu", () => {
  test.beforeEach(async ({ page }) => {
    await openPage(page, "/transport")
    await page.getByRole("button", { name: "Ouvrir le menu" }).click()
  })

  test("the same seven links stand, the current one marked, and the bar's own are away", async ({ page }) => {
    const links = page.getByRole("navigation", { name: "Menu" }).getByRole("link")
    await expect(links).toHaveText(mainLinks.map(({ name }) => name))
    await expect(page.getByRole("navigation", { name: "Menu" }).locator("[aria-current=page]")).toHaveText("Transport")
    await expect(mainNavigation(page)).toBeHidden()
  })

  test("a Contact button leads to the contact page and closes the menu", async ({ page }) => {
    await page.locator("#menu").getByRole("link", { name: "Contact", exact: true }).click()
    await expect(page).toHaveURL("/contact")
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeHidden()
  })

  test("« Se connecter » leads to the log-in page", async ({ page }) => {
    const logIn = page.getByRole("link", { name: "Se connecter" })
    await expect(logIn).toBeVisible()
    await expect(logIn).toHaveAttribute("href", "/login")
    await expect(page.getByRole("button", { name: "Déconnexion" })).toBeHidden()
  })

  test("choosing the page one is on closes the menu too", async ({ page }) => {
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Transport" }).click()
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeHidden()
    await expect(page).toHaveURL("/transport")
  })

  test("Escape closes it and gives the focus back to the button that opened it", async ({ page }) => {
    await page.keyboard.press("Escape")
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeHidden()
    await expect(page.getByRole("button", { name: "Ouvrir le menu" })).toBeFocused()
  })

  test("items are at least 44 pixels high", async ({ page }) => {
    const items = page.locator("#menu").locator("a:visible, button:visible")
    const heights = await items.evaluateAll((found) => found.map((item) => item.getBoundingClientRect().height))
    expect(heights.length).toBeGreaterThan(8)
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  })
})

test("at 767 px the menu's button stands in the place of the seven links", async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 800 })
  await page.goto("/about", { waitUntil: "domcontentloaded" })
  await expect(page.getByRole("button", { name: "Ouvrir le menu" })).toBeVisible()
  await expect(mainNavigation(page)).toBeHidden()
})
