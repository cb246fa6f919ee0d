import { setTimeout as pause } from "node:timers/promises"
import type { Browser, Page } from "@playwright/test"
import { type Fetched, type Visit, visit } from "./visit.ts"

const HEIGHT = 780
const PATIENCE_MS = 60_000

/** Opens a URL in a browser without a cache; the page stays open for further use. */
export async function firstVisit(
  browser: Browser,
  url: string,
  { width }: { width: number },
): Promise<Visit & { page: Page; [Symbol.asyncDispose]: () => Promise<void> }> {
  const context = await browser.newContext({ viewport: { width, height: HEIGHT }, deviceScaleFactor: 1 })
  const page = await context.newPage()
  const seen = await visit(page, url)
  // A font that comes after the first paint on a busy machine would make the figures those of the machine.
  if ((await hasFinalPictures(seen.fetched)) && !seen.lateFont)
    return { ...seen, page, [Symbol.asyncDispose]: () => context.close() }
  await context.close()
  return firstVisit(browser, url, { width })
}

/**
 * Returns false if a picture was answered by a heavier variant while its lightest one was being encoded. Then it waits
 * for the lightest one, so that the next visit is representative.
 */
async function hasFinalPictures(fetched: readonly Fetched[]): Promise<boolean> {
  const urls = fetched.map(({ url }) => url).filter((url) => /\/uploads\/.*\?w=/.test(url))
  const first = await Promise.all(urls.map(isFinal))
  for (const url of urls) {
    const deadline = Date.now() + PATIENCE_MS
    while (!(await isFinal(url))) {
      if (Date.now() > deadline) throw new Error(`${url} has not got its lightest variant`)
      await pause(100)
    }
  }
  return first.every(Boolean)
}

/** Waits for the final sizes of pages: the server compresses each page quickly at first, and better a moment later. */
export async function untilCompressed(urls: readonly string[]): Promise<void> {
  const sizes = () => Promise.all(urls.map(compressedSize))
  for (let last = "", unchanged = 0; unchanged < 5; await pause(300)) {
    const now = (await sizes()).join()
    unchanged = now === last ? unchanged + 1 : 0
    last = now
  }
}

async function compressedSize(url: string): Promise<number> {
  const response = await fetch(url, { headers: { "Accept-Encoding": "br" } })
  await response.arrayBuffer()
  return Number(response.headers.get("Content-Length"))
}

async function isFinal(url: string): Promise<boolean> {
  const response = await fetch(url, { headers: { Accept: "image/avif,image/webp,image/*,*/*;q=0.8" } })
  await response.arrayBuffer()
  return response.headers.get("Cache-Control")?.includes("immutable") ?? false
}
