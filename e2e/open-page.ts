import { expect, type Page } from "@playwright/test"

/** Opens a page and waits until its script has taken over: a press before that is the browser's own affair. */
export async function openPage(page: Page, path: string) {
  const response = await page.goto(path, { waitUntil: "domcontentloaded" })
  await expectAlive(page)
  return response
}

/** React leaves its properties on the elements it has taken over; nothing that people see tells of it. */
export async function expectAlive(page: Page) {
  await expect
    .poll(() => page.evaluate(() => Object.keys(document.querySelector("main") ?? {}).join()), {
      message: "the page's script has taken over",
      intervals: [20],
    })
    .toContain("__reactProps$")
}
