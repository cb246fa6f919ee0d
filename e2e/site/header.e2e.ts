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

/** The columns of the list of projects. */
function countColumns(page: Page) {
  const card = page.getByRole("listitem").filter({ has: page.locator("a[href^='/realisations/']") })
  return card
    .first()
    .locator("xpath=..")
    .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(" ").length)
}

test("from 768 px up the bar shows seven links, ends where the page does, and keeps its place while it scrolls, and projects stand in three columns", async ({
  page,
}) => {
  await openPage(page, "/immobilier")
  const bar = page.getByRole("banner")
  const links = mainNavigation(page).getByRole("link")
  await expect(links).toHaveCount(7)
  for (const width of [768, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    for (const link of await links.all()) await expect(link, `${width} px`).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole("button", { name: /menu/i })).toBeHidden()
    const title = await page.getByRole("heading", { level: 2 }).first().boundingBox()
    const company = await bar.getByRole("link", { name: "Groupe Lisanga" }).boundingBox()
    const login = await bar.getByRole("link", { name: "Connexion" }).boundingBox()
    expect(company?.x, `${width} px`).toBe(title?.x)
    expect((login?.x ?? 0) + (login?.width ?? 0), `${width} px`).toBeCloseTo(width - (title?.x ?? 0), 0)
    expect(await countColumns(page), `${width} px`).toBe(3)
  }
  await page.setViewportSize({ width: 767, height: 900 })
  expect(await countColumns(page)).toBeLessThan(3)
  await page.setViewportSize({ width: 768, height: 900 })
  const before = await bar.boundingBox()
  expect(before?.y).toBe(0)
  await page.mouse.wheel(0, 1500)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
  expect(await bar.boundingBox()).toEqual(before)
  await mainNavigation(page).getByRole("link", { name: "Ventes de Matériaux" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vente de Matériaux")
  await expect.poll(() => countColumns(page)).toBe(3)
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
  await page
    .locator("#menu")
    .getByRole("link", { name: /^\+243/ })
    .focus()
  await page.keyboard.press("Tab")
  await expect(menu).toBeHidden()
  await expect(page.locator(":focus")).toBeInViewport()
  await open.click()
  await menu.getByRole("link", { name: "Immobilier" }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Immobilier")
})

// A fixed element is printed on every sheet, over the text.
test("on paper the bar stands at the top of the first sheet alone, the skip link nowhere, and pictures are there at once", async ({
  page,
}) => {
  await page.goto("/construction")
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
  // Of a carousel, paper has the first picture.
  const pictures = page.locator("main img:not(.slides > li ~ li img)")
  expect(await pictures.count()).toBeGreaterThan(3)
  await expect
    .poll(() => pictures.evaluateAll((all) => all.filter((one) => !(one as HTMLImageElement).complete).length))
    .toBe(0)
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
