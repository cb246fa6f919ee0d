import { expect, type Page } from "@playwright/test"

const SMALLEST_PX = 44

/** At 320 px nothing scrolls sideways, and whatever is pressed in the screen is at least 44 px high and wide. */
export async function expectFitsPhone(page: Page) {
  await page.setViewportSize({ width: 320, height: 700 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, "pixels beyond the right edge").toBeLessThanOrEqual(0)
  const targets = page
    .getByRole("main")
    .locator("a, button, select, input:not([type=hidden], [type=checkbox]), label:has([type=checkbox])")
  const small: string[] = []
  for (const target of await targets.all()) {
    const box = await target.boundingBox()
    if (box && (box.height < SMALLEST_PX || box.width < SMALLEST_PX)) {
      small.push(`${await target.evaluate((element) => element.outerHTML.slice(0, 120))}: ${box.width} × ${box.height}`)
    }
  }
  expect(small, "targets under 44 px").toEqual([])
}
