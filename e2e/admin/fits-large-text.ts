import { expect, type Page } from "@playwright/test"
import { doubleText } from "#e2e/double-text.ts"

/** At 200 % text nothing scrolls sideways, on a phone or a tablet; the text stays that large until the page closes. */
export async function expectFitsLargeText(page: Page) {
  await doubleText(page)
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 700 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px`)
      .toBeLessThanOrEqual(0)
  }
}
