import type { Page } from "@playwright/test"
import { test } from "#e2e/fixtures.ts"

/** One page without JavaScript for all tests of a describe, which only read it. */
export function staticPage(path: string): () => Page {
  let page: Page | undefined
  test.beforeAll(async ({ browser, site }) => {
    page = await browser.newPage({ javaScriptEnabled: false, baseURL: site.url })
    await page.goto(path, { waitUntil: "domcontentloaded" })
  })
  test.afterAll(() => page?.close())
  return () => {
    if (!page) throw new Error(`${path} is open during tests only`)
    return page
  }
}
