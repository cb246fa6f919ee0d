import { expect, type Page } from "@playwright/test"

/** Opens a page and waits until it is hydrated, which happens only once a visitor uses the page. */
export async function openPage(page: Page, path: string) {
  const response = await page.goto(path, { waitUntil: "domcontentloaded" })
  await expectHydrated(page)
  return response
}

/** React puts its properties on the elements that it hydrates, but nothing on the screen shows it. */
export async function expectHydrated(page: Page) {
  // This key has no effect of its own, but using the page fetches its script.
  if (!(await isHydrated(page))) await page.keyboard.press("F8")
  await expect.poll(() => isHydrated(page), { message: "the page is hydrated", intervals: [20] }).toBe(true)
}

function isHydrated(page: Page) {
  return page.evaluate(() => Object.keys(document.querySelector("main") ?? {}).some((key) => /^__reactProps/.test(key)))
}
