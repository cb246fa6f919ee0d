import type { Browser, Page } from "@playwright/test"
import { chromium } from "@playwright/test"
import { firstVisit, untilCompressed } from "#e2e/first-visit.ts"
import { bytesOf, KINDS, type Visit, visit, watchFetches } from "#e2e/visit.ts"
import { sitePages } from "#server/contract/site-pages.ts"
import { startSite } from "#server/testing/start-site.ts"
import { chromiumPath } from "#server/tools/chromium/chromium.mjs"
import { startProgress } from "#server/tools/figures/progress.ts"
import type { Table } from "#server/tools/figures/tables.ts"
import type { BenchOptions } from "./bench-options.ts"

const WIDTHS = [360, 1440]

type Weighed = { path: string; first: Visit; second: Visit }

/** Measures the bytes of a visit that only reads. They are the same each time, so one round is enough. */
export async function measureWeight({ quick }: BenchOptions): Promise<Table[]> {
  await using site = await startSite()
  await using browser = await launchBrowser()
  const paths = sitePages.map(({ path }) => path).slice(0, quick ? 3 : undefined)
  await untilCompressed(paths.map((path) => site.url + path))
  const progress = startProgress("weight", WIDTHS.length * paths.length)
  const tables: Table[] = []
  for (const width of WIDTHS) {
    const weighed: Weighed[] = []
    for (const path of paths) {
      progress.step(`${path} at ${width} px`)
      weighed.push({ path, ...(await weigh(browser, site.url + path, width)) })
    }
    tables.push(weightTable("First", width, weighed), weightTable("Second", width, weighed))
  }
  progress.end()
  return [...tables, await weighReading(browser, site.url)]
}

/** What a reader opens one after the other, on a phone. */
const readPages = ["/", "/construction", "/realisations", "/realisations/villa-familiale-a-ma-campagne", "/contact"]

/** Measures five pages that are read to their ends in one visit. */
async function weighReading(browser: Browser, url: string): Promise<Table> {
  const rows = await Promise.all(
    [1, 2].map(async (density) => {
      await using context = await browser.newContext({
        viewport: { width: 360, height: 740 },
        deviceScaleFactor: density,
        isMobile: true,
        hasTouch: true,
        serviceWorkers: "block",
      })
      const page = await context.newPage()
      const watch = await watchFetches(page)
      const sums: number[] = []
      for (const path of readPages) {
        await page.goto(url + path)
        await watch.untilIdle()
        await scrollToEnd(page)
        await watch.untilIdle()
        sums.push(bytesOf(watch.fetched) / 1000)
      }
      const each = sums.map((sum, index) => sum - (sums[index - 1] ?? 0))
      return [density, ...each, sums.slice(-1)[0] ?? 0]
    }),
  )
  return {
    title: "Five pages read to their ends in one visit, in kB",
    note: "360 px wide, nothing touched but the scroll. Asked: 500 kB in all.",
    columns: ["density", ...readPages, "in all"],
    rows,
  }
}

/** Scrolls as a reader does, by halves of the screen, so that pictures come near the viewport one after the other. */
async function scrollToEnd(page: Page) {
  await page.evaluate(async () => {
    while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
      scrollBy({ top: innerHeight / 2, behavior: "instant" })
      await new Promise((resolve) => setTimeout(resolve, 80))
    }
  })
}

async function weigh(browser: Browser, url: string, width: number) {
  await using first = await firstVisit(browser, url, { width })
  return { first, second: await visit(first.page, url) }
}

function weightTable(which: "First" | "Second", width: number, weighed: readonly Weighed[]): Table {
  return {
    title: `${which} visit at ${width} px, in kB`,
    note: "Density 1, load and then idle, nothing touched. On the wire, headers included; a kB is 1,000 bytes.",
    columns: ["address", ...KINDS, "in all", "requests", "layout shift"],
    rows: weighed.map(({ path, first, second }) => {
      const { fetched, shift } = which === "First" ? first : second
      const kinds = KINDS.map((kind) => bytesOf(fetched, kind) / 1000)
      return [path, ...kinds, bytesOf(fetched) / 1000, fetched.length, shift]
    }),
  }
}

const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]

async function launchBrowser() {
  return chromium.launch({ executablePath: await chromiumPath({ install: false }), args })
}
