import type { Browser } from "@playwright/test"
import { chromium } from "@playwright/test"
import { firstVisit, untilCompressed } from "#e2e/first-visit.ts"
import { bytesOf, KINDS, type Visit, visit } from "#e2e/visit.ts"
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
  return tables
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
