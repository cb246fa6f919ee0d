import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { mainLinks, mainNavigation } from "./header.ts"

test.use({ viewport: { width: 360, height: 740 } })

test("below 768 px a menu has the seven links, Contact and log-in, and closes on each way out", async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 800 })
  await openPage(page, "/transport")
  const menu = page.getByRole("navigation", { name: "Menu" })
  const open = page.getByRole("button", { name: "Ouvrir le menu" })
  await expect(open).toBeVisible()
  await expect(mainNavigation(page)).toBeHidden()
  await page.setViewportSize({ width: 360, height: 740 })
  await open.click()
  await expect(menu.getByRole("link")).toHaveText(mainLinks.map(({ name }) => name))
  await expect(menu.locator("[aria-current=page]")).toHaveText("Transport")
  await expect(page.getByRole("link", { name: "Se connecter" })).toHaveAttribute("href", "/login")
  await expect(page.getByRole("button", { name: "Déconnexion" })).toBeHidden()
  const items = page.locator("#menu").locator("a:visible, button:visible")
  const heights = await items.evaluateAll((found) => found.map((item) => item.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThan(8)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)

  await page.keyboard.press("Escape")
  await expect(menu).toBeHidden()
  await expect(open).toBeFocused()
  await open.click()
  await page.getByRole("button", { name: "Fermer le menu" }).click()
  await expect(menu).toBeHidden()
  await open.press("Enter")
  await page.locator("#menu").getByRole("link", { name: "Se connecter" }).focus()
  await page.keyboard.press("Tab")
  await expect(menu).toBeHidden()
  await expect(page.locator(":focus")).toBeInViewport()
  for (const { link, path } of [
    { link: "Transport", path: "/transport" },
    { link: "Immobilier", path: "/immobilier" },
  ]) {
    await open.click()
    await menu.getByRole("link", { name: link }).click()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL(path)
    // The URL changes first; the page that follows has its own, closed menu.
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(link)
  }
  await open.click()
  await page.locator("#menu").getByRole("link", { name: "Contact", exact: true }).click()
  await expect(page).toHaveURL("/contact")
  await expect(menu).toBeHidden()
})
