import { expect, type Page } from "@playwright/test"

const SMALLEST_PX = 44

/** Expects no sideways scrolling at 320 px, and controls outside of sentences that are at least 44 px high and wide. */
export async function expectFitsPhone(page: Page) {
  await page.setViewportSize({ width: 320, height: 700 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, "pixels beyond the right edge").toBeLessThanOrEqual(0)
  const controls = page
    .getByRole("main")
    .locator(
      "a, button, select, input:not([type=hidden], [type=file], [type=checkbox], [type=radio]), label:has([type=checkbox], [type=radio])",
    )
  const small = await controls.evaluateAll((elements, smallest) => {
    const boxes = elements
      .filter((element) => getComputedStyle(element).display !== "inline" || element.matches("label"))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
    return boxes
      .filter(({ box }) => box.width > 0 && (box.height < smallest || box.width < smallest))
      .map(({ element, box }) => `${element.outerHTML.slice(0, 120)}: ${box.width} × ${box.height}`)
  }, SMALLEST_PX)
  expect(small, "controls under 44 px").toEqual([])
}
