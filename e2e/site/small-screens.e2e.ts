import type { Page } from "@playwright/test"
import { doubleText } from "#e2e/double-text.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { screens } from "./screens.ts"

/** What sticks out of the page at its side, if the page can be scrolled there. */
function sideways(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const right = (element: Element) => element.getBoundingClientRect().right
    const widest = [...document.querySelectorAll("body *")].sort((one, other) => right(other) - right(one)).slice(0, 40)
    const inner = widest.filter((element) => !widest.some((other) => other !== element && element.contains(other)))
    const names = inner.slice(0, 3).map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`)
    return [`${scrollWidth} px in ${clientWidth}`, ...names]
  })
}

for (const { path } of screens) {
  test(`${path} needs no sideways scroll, at 320 px nor at 200 % text`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await openPage(page, path)
    expect.soft(await sideways(page), "320 px").toEqual([])
    await doubleText(page)
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect.soft(await sideways(page), `200 % text at ${width} px`).toEqual([])
    }
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toMatch(/^3\d/)
  })
}

for (const width of [360, 768, 1280, 1600]) {
  test(`at ${width} px and 200 % text nothing stands out of the header`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await doubleText(page)
    await openPage(page, "/construction")
    const header = await page.getByRole("banner").boundingBox()
    for (const part of await page.getByRole("banner").locator("a:visible, button:visible").all()) {
      const { x = 0, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {}
      expect(y + height, (await part.textContent()) ?? "").toBeLessThanOrEqual((header?.height ?? 0) + 1)
      expect(x + width, (await part.textContent()) ?? "").toBeLessThanOrEqual((header?.width ?? 0) + 1)
    }
  })
}

test("at 200 % text the mobile menu can be read to its end", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await doubleText(page)
  await openPage(page, "/contact")
  await page.getByRole("button", { name: "Ouvrir le menu" }).click()
  const last = page.getByRole("link", { name: "Se connecter" })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
})
