import { expect, type Page } from "@playwright/test"

/** Opens a page and waits until its script has taken over, which nothing fetches for a visitor who only reads. */
export async function openPage(page: Page, path: string) {
  const response = await page.goto(path, { waitUntil: "domcontentloaded" })
  await expectHydrated(page)
  return response
}

/** React leaves its properties on the elements it has taken over; nothing that people see tells of it. */
export async function expectHydrated(page: Page) {
  // A key that does nothing yet but tell that one will be used.
  if (!(await isHydrated(page))) await page.keyboard.press("F8")
  await expect.poll(() => isHydrated(page), { message: "the page's script has taken over", intervals: [20] }).toBe(true)
}

function isHydrated(page: Page) {
  return page.evaluate(() => Object.keys(document.querySelector("main") ?? {}).some((key) => /^__reactProps/.test(key)))
}
