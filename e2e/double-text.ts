import type { Page } from "@playwright/test"

/** As the browser's own text size, which media queries in rem follow. */
export async function doubleText(page: Page): Promise<void> {
  await setTextSizes(page, { standard: 32, fixed: 26 })
}

/** The browser's text size as it is at first. */
export async function restoreText(page: Page): Promise<void> {
  await setTextSizes(page, { standard: 16, fixed: 13 })
}

async function setTextSizes(page: Page, fontSizes: { standard: number; fixed: number }) {
  const devtools = await page.context().newCDPSession(page)
  // Not detached: Chromium would take the page's virtual authenticator away with the session.
  await devtools.send("Page.setFontSizes", { fontSizes })
}
