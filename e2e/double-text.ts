import type { Page } from "@playwright/test"

/** Doubles the browser's own text size, which media queries in rem follow. */
export async function doubleText(page: Page): Promise<void> {
  await setTextSizes(page, { standard: 32, fixed: 26 })
}

/** Restores the browser's default text size. */
export async function restoreText(page: Page): Promise<void> {
  await setTextSizes(page, { standard: 16, fixed: 13 })
}

async function setTextSizes(page: Page, fontSizes: { standard: number; fixed: number }) {
  const devtools = await page.context().newCDPSession(page)
  // The session is not detached, since Chromium would take the page's virtual authenticator away with it.
  await devtools.send("Page.setFontSizes", { fontSizes })
}
