import type { Page } from "@playwright/test"
import { doubleText, restoreText } from "#e2e/double-text.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { mainNavigation } from "./header.ts"

/** Lists the links and buttons that stick out of the bar. */
function partsOutside(page: Page) {
  return page.getByRole("banner").evaluate((header) => {
    const { width, height } = header.getBoundingClientRect()
    const parts = [...header.querySelectorAll("a, button")].filter((part) => part.checkVisibility())
    return parts
      .map((part) => ({ text: part.textContent, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > height + 1 || box.right > width + 1)
  })
}

test("from 768 px up the bar shows seven links, ends where the page does, and keeps its place while it scrolls", async ({
  page,
}) => {
  await page.goto("/construction")
  const bar = page.getByRole("banner")
  const links = mainNavigation(page).getByRole("link")
  await expect(links).toHaveCount(7)
  for (const width of [768, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    for (const link of await links.all()) await expect(link, `${width} px`).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole("button", { name: /menu/i })).toBeHidden()
    const title = await page.getByRole("heading", { name: "Nos Réalisations" }).boundingBox()
    const company = await bar.getByRole("link", { name: "Groupe Lisanga" }).boundingBox()
    const login = await bar.getByRole("link", { name: "Connexion" }).boundingBox()
    expect(company?.x, `${width} px`).toBe(title?.x)
    expect((login?.x ?? 0) + (login?.width ?? 0), `${width} px`).toBeCloseTo(width - (title?.x ?? 0), 0)
  }
  const before = await bar.boundingBox()
  expect(before?.y).toBe(0)
  await page.mouse.wheel(0, 1500)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
  expect(await bar.boundingBox()).toEqual(before)
})

test("the current link differs by more than its colour, and a page that is walked to begins at its top", async ({
  page,
}) => {
  await openPage(page, "/construction")
  const links = mainNavigation(page).getByRole("link")
  const weights = await links.evaluateAll((all) => all.map((link) => getComputedStyle(link).fontWeight))
  expect(weights.toSpliced(1, 1)).not.toContain(weights[1])
  await page.emulateMedia({ forcedColors: "active" })
  const borders = await links.evaluateAll((all) => all.map((link) => getComputedStyle(link).borderBottomColor))
  expect(borders.toSpliced(1, 1)).not.toContain(borders[1])
  await page.evaluate(() => {
    document.body.setAttribute("data-same", "")
    scrollTo({ top: 1200, behavior: "instant" })
  })
  await mainNavigation(page).getByRole("link", { name: "Immobilier" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Immobilier")
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page.locator("body[data-same]"), "no new document").toBeAttached()
})

// A fixed element is printed on every sheet, over the text.
test("on paper the bar stands at the top of the first sheet alone, and the skip link nowhere", async ({ page }) => {
  await page.goto("/about")
  const bar = page.getByRole("banner")
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }))
  await expect(bar).toBeInViewport()
  await page.emulateMedia({ media: "print" })
  await expect(bar).not.toBeInViewport()
  await expect(bar).toBeVisible()
  await expect(page.getByRole("link", { name: "Aller au contenu" })).toBeHidden()
  const copyright = page.getByRole("contentinfo").getByText("© 2023")
  await expect(copyright).toHaveCSS("color", "rgb(16, 35, 31)")
})

test("below 768 px a menu takes the bar's place, with room for fingers, and gives the focus back", async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 800 })
  await openPage(page, "/transport")
  const menu = page.getByRole("navigation", { name: "Menu" })
  const open = page.getByRole("button", { name: "Ouvrir le menu" })
  await expect(mainNavigation(page)).toBeHidden()
  await page.setViewportSize({ width: 360, height: 740 })
  await open.click()
  await expect(menu.getByRole("link")).toHaveCount(7)
  const items = page.locator("#menu").locator("a:visible, button:visible")
  const heights = await items.evaluateAll((found) => found.map((item) => item.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThan(8)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  await page.keyboard.press("Escape")
  await expect(menu).toBeHidden()
  await expect(open).toBeFocused()
  await open.press("Enter")
  await page.locator("#menu").getByRole("link", { name: "Se connecter" }).focus()
  await page.keyboard.press("Tab")
  await expect(menu).toBeHidden()
  await expect(page.locator(":focus")).toBeInViewport()
  await open.click()
  await menu.getByRole("link", { name: "Immobilier" }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Immobilier")
})

test("at 200 % text nothing stands out of the bar, and the mobile menu can be read to its end", async ({ page }) => {
  await openPage(page, "/construction")
  await doubleText(page)
  for (const width of [1600, 1280, 768, 360]) {
    await page.setViewportSize({ width, height: 640 })
    expect(await partsOutside(page), `${width} px`).toEqual([])
  }
  const open = page.getByRole("button", { name: "Ouvrir le menu" })
  await open.click()
  const last = page.getByRole("link", { name: "Se connecter" })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
  await page.keyboard.press("Escape")
  await restoreText(page)
  // Firefox doubles the text alone, which no media query follows.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync("html { font-size: 200% }")
    document.adoptedStyleSheets = [sheet]
  })
  await expect(open).toBeInViewport({ ratio: 1 })
})
