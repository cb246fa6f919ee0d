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

test("no public page scrolls sideways at 320 px, nor at 200 % text on any width", async ({ page }) => {
  for (const { path } of screens) {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(path)
    expect.soft(await sideways(page), `${path} at 320 px`).toEqual([])
  }
  await doubleText(page)
  for (const { path } of screens) {
    await page.goto(path)
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect.soft(await sideways(page), `${path} with 200 % text at ${width} px`).toEqual([])
    }
  }
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toMatch(/^3\d/)
})

test("at 200 % text nothing stands out of the header, and the mobile menu can be read to its end", async ({ page }) => {
  await doubleText(page)
  await openPage(page, "/construction")
  for (const width of [1600, 1280, 768, 360]) {
    await page.setViewportSize({ width, height: 640 })
    const outside = await page.getByRole("banner").evaluate((header) => {
      const { width, height } = header.getBoundingClientRect()
      const parts = [...header.querySelectorAll("a, button")].filter((part) => part.checkVisibility())
      return parts
        .map((part) => ({ text: part.textContent, box: part.getBoundingClientRect() }))
        .filter(({ box }) => box.bottom > height + 1 || box.right > width + 1)
    })
    expect(outside, `${width} px`).toEqual([])
  }
  await page.getByRole("button", { name: "Ouvrir le menu" }).click()
  const last = page.getByRole("link", { name: "Se connecter" })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
})
