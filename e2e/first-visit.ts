import { setTimeout as pause } from "node:timers/promises"
import type { Browser, Page } from "@playwright/test"
import { type Fetched, type Visit, visit } from "./visit.ts"

const HEIGHT = 780
const PATIENCE_MS = 60_000

/** Opens an address in a browser that has never been there; the page comes along, to be visited or used further. */
export async function firstVisit(
  browser: Browser,
  url: string,
  { width }: { width: number },
): Promise<Visit & { page: Page; [Symbol.asyncDispose]: () => Promise<void> }> {
  await pageShrank(url)
  const context = await browser.newContext({ viewport: { width, height: HEIGHT }, deviceScaleFactor: 1 })
  const page = await context.newPage()
  const seen = await visit(page, url)
  if (await picturesCame(seen.fetched)) return { ...seen, page, [Symbol.asyncDispose]: () => context.close() }
  await context.close()
  return firstVisit(browser, url, { width })
}

/**
 * A picture's lightest form is made after it was first asked for, and a heavier one is shown meanwhile. Answers false
 * when that was the case, once the lightest is there: the next visitor is the one who stands for all.
 */
async function picturesCame(fetched: readonly Fetched[]): Promise<boolean> {
  const asked = fetched.map(({ url }) => url).filter((url) => /\/uploads\/.*\?w=/.test(url))
  const first = await Promise.all(asked.map(isFinal))
  for (const url of asked) {
    const deadline = Date.now() + PATIENCE_MS
    while (!(await isFinal(url))) {
      if (Date.now() > deadline) throw new Error(`${url} has not got its lightest form`)
      await pause(100)
    }
  }
  return first.every(Boolean)
}

/** A page goes out quickly compressed at first, and its smallest form follows within a moment. */
async function pageShrank(url: string): Promise<void> {
  for (let bytes = "", before = "?"; bytes !== before; ) {
    before = bytes
    const response = await fetch(url, { headers: { "Accept-Encoding": "br" } })
    await response.arrayBuffer()
    bytes = response.headers.get("Content-Length") ?? ""
    await pause(400)
  }
}

async function isFinal(url: string): Promise<boolean> {
  const response = await fetch(url, { headers: { Accept: "image/avif,image/webp,image/*,*/*;q=0.8" } })
  await response.arrayBuffer()
  return response.headers.get("Cache-Control")?.includes("immutable") ?? false
}
