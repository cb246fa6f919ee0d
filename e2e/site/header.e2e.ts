import type { Page } from "@playwright/test"
import { doubleText, restoreText } from "#e2e/double-text.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { mainLinks, mainNavigation } from "./header.ts"
import { elementsIn } from "./html.ts"
import { screens } from "./screens.ts"

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

test("from 768 px up the bar has seven links, ends where the page does, and stays at the top, but not on paper @slow", async ({
  page,
}) => {
  await openPage(page, "/construction")
  const bar = page.getByRole("banner")
  const links = mainNavigation(page).getByRole("link")
  await expect(links).toHaveText(mainLinks.map(({ name }) => name))
  for (const { name, path } of mainLinks) {
    await expect(mainNavigation(page).getByRole("link", { name, exact: true })).toHaveAttribute("href", path)
  }
  const company = bar.getByRole("link", { name: "Groupe Lisanga" })
  await expect(company).toHaveAttribute("href", "/")
  for (const width of [768, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    for (const link of await links.all()) await expect(link, `${width} px`).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole("button", { name: /menu/i })).toBeHidden()
    const title = await page.getByRole("heading", { name: "Nos Réalisations" }).boundingBox()
    const login = await bar.getByRole("link", { name: "Connexion" }).boundingBox()
    expect((await company.boundingBox())?.x, `${width} px`).toBe(title?.x)
    expect((login?.x ?? 0) + (login?.width ?? 0), `${width} px`).toBeCloseTo(width - (title?.x ?? 0), 0)
  }
  await test.step("the current link differs by more than its colour", async () => {
    const weights = await links.evaluateAll((all) => all.map((link) => getComputedStyle(link).fontWeight))
    expect(weights.toSpliced(1, 1)).not.toContain(weights[1])
    await page.emulateMedia({ forcedColors: "active" })
    const borders = await links.evaluateAll((all) => all.map((link) => getComputedStyle(link).borderBottomColor))
    expect(borders.toSpliced(1, 1)).not.toContain(borders[1])
    await page.emulateMedia({ forcedColors: "none" })
  })
  await test.step("the bar keeps its place and height while the page scrolls", async () => {
    const before = await bar.boundingBox()
    await page.mouse.wheel(0, 1500)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
    expect(await bar.boundingBox()).toEqual(before)
    expect(before?.y).toBe(0)
  })
  // A fixed element is printed on every sheet, over the text.
  await test.step("on paper the bar stands at the top of the first sheet alone, and the skip link nowhere", async () => {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }))
    await expect(bar).toBeInViewport()
    await page.emulateMedia({ media: "print" })
    await expect(bar).not.toBeInViewport()
    await expect(bar).toBeVisible()
    await expect(page.getByRole("link", { name: "Aller au contenu" })).toBeHidden()
    const copyright = page.getByRole("contentinfo").getByText("© 2023")
    await expect(copyright).toHaveCSS("color", "rgb(16, 35, 31)")
    await page.emulateMedia({ media: "screen" })
  })
  await test.step("at 200 % text nothing stands out of the bar, and the mobile menu can be read to its end", async () => {
    await doubleText(page)
    for (const width of [1600, 1280, 768, 360]) {
      await page.setViewportSize({ width, height: 640 })
      expect(await partsOutside(page), `${width} px`).toEqual([])
    }
    await page.getByRole("button", { name: "Ouvrir le menu" }).click()
    const last = page.getByRole("link", { name: "Se connecter" })
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport({ ratio: 1 })
    await page.keyboard.press("Escape")
    await restoreText(page)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await test.step("links change the page without a new document: title, current link and scroll position follow", async () => {
    await page.evaluate(() => document.body.setAttribute("data-same", ""))
    const current = mainNavigation(page).locator("[aria-current=page]")
    await page.evaluate(() => scrollTo({ top: 1200, behavior: "instant" }))
    await mainNavigation(page).getByRole("link", { name: "Immobilier" }).click()
    await expect(page).toHaveTitle(/^Immobilier/)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Immobilier")
    await expect(current).toHaveText("Immobilier")
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(current).toHaveText("Construction")
    await page.getByRole("banner").getByRole("link", { name: "Contact", exact: true }).click()
    await expect(page).toHaveURL("/contact")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contactez-Nous")
    await expect(page.locator("body[data-same]")).toBeAttached()
  })
})

test("each page marks its own link as the current one, and no other", async ({ request }) => {
  for (const { path } of screens) {
    const html = await (await request.get(path)).text()
    const bar = html.match(/<nav aria-label="Navigation principale"[\s\S]*?<\/nav>/)?.[0] ?? ""
    const current = elementsIn(bar, "a").filter((link) => link["aria-current"] === "page")
    const expected = mainLinks.some((link) => link.path === path) ? [path] : []
    expect(current.map(({ href }) => href)).toEqual(expected)
  }
})
