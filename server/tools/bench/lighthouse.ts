import { execFile, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { sitePages } from "#server/contract/site-pages.ts"
import { startSite } from "#server/testing/start-site.ts"
import { chromiumPath } from "#server/tools/chromium/chromium.mjs"
import { startProgress } from "#server/tools/figures/progress.ts"
import { median } from "#server/tools/figures/statistics.ts"
import type { Table } from "#server/tools/figures/tables.ts"
import type { BenchOptions } from "./bench-options.ts"

const run = promisify(execFile)
const home = fileURLToPath(new URL("lighthouse", import.meta.url))
const program = `${home}/node_modules/lighthouse/cli/index.js`

const scores = ["performance", "accessibility", "best-practices", "seo"] as const
const timings = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"] as const
const shift = "cumulative-layout-shift"

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

/** Takes the medians of Lighthouse's scores for a phone on a slow network, with a new browser for each run. */
export async function measureLighthouse({ rounds, quick }: BenchOptions): Promise<Table[]> {
  install()
  await using site = await startSite()
  const paths = sitePages.map(({ path }) => path).slice(0, quick ? 2 : undefined)
  const progress = startProgress("lighthouse", rounds * paths.length)
  const found = new Map<string, Report[]>(paths.map((path) => [path, []]))
  for (let turn = 1; turn <= rounds; turn += 1) {
    for (const [path, reports] of found) {
      progress.step(`round ${turn}, ${path}`)
      reports.push(await audit(site.url + path))
    }
  }
  progress.end()
  return [lighthouseTable(found)]
}

/** Installs Lighthouse here because only this section needs it, and it weighs a quarter of all other packages. */
function install() {
  if (existsSync(program)) return
  console.error("Installing Lighthouse…")
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"]
  const { status } = spawnSync("npm", args, { cwd: home, stdio: ["ignore", "ignore", "inherit"] })
  if (status !== 0) throw new Error("Lighthouse could not be installed")
}

async function audit(url: string): Promise<Report> {
  const flags = "--headless --no-sandbox --disable-gpu"
  const { stdout } = await run(
    process.execPath,
    [program, url, "--output=json", "--quiet", "--no-enable-error-reporting", `--chrome-flags=${flags}`],
    { env: { ...process.env, CHROME_PATH: await chromiumPath({ install: false }) }, maxBuffer: 2 ** 26 },
  )
  return JSON.parse(stdout)
}

function lighthouseTable(found: Map<string, Report[]>): Table {
  return {
    title: "Lighthouse, mobile",
    note:
      "Scores out of 100. First and largest contentful paint and blocking time in milliseconds, on a simulated phone. " +
      "Asked: 100 each, FCP under 900, LCP under 1,200, TBT under 50.",
    columns: ["address", "performance", "accessibility", "best practices", "SEO", "FCP", "LCP", "TBT", "CLS"],
    rows: Array.from(found, ([path, reports]) => [
      path,
      ...scores.map((name) => median(reports.map(({ categories }) => (categories[name]?.score ?? 0) * 100))),
      ...timings.map((name) => Math.round(median(reports.map((report) => measured(report, name))))),
      median(reports.map((report) => measured(report, shift))),
    ]),
  }
}

function measured({ audits }: Report, name: string): number {
  return audits[name]?.numericValue ?? Number.NaN
}
