import type { Page } from "@playwright/test"

/** As the browser's own text size, which media queries in rem follow. */
export async function doubleText(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } })
}
