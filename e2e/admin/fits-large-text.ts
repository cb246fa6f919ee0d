import { expect, type Page } from "@playwright/test"
import { doubleText } from "#e2e/double-text.ts"

/** Expects no sideways scrolling at 200 % text size on a phone and a tablet; the text stays large afterwards. */
export async function expectFitsLargeText(page: Page) {
  await doubleText(page)
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 700 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px`)
      .toBeLessThanOrEqual(0)
  }
}
