import { startProgress } from "#e2e/figures/progress.ts"
import { median } from "#e2e/figures/statistics.ts"
import type { Table } from "#e2e/figures/tables.ts"
import { signInAdministrator } from "./administrator.ts"
import type { Effort } from "./effort.ts"
import { startFilledSite } from "./filled-site.ts"
import { type Grown, type GrowthCase, growthCases } from "./growth-cases.ts"
import { loadCases } from "./load-cases.ts"
import { sendRepeatedly } from "./one-by-one.ts"

const FLAT = 1.5

/** What each request costs, one at a time, on sites of several sizes that run side by side. */
export async function measureGrowth({ rounds, seconds, quick }: Effort): Promise<Table[]> {
  const sizes = quick ? [100, 1000] : [100, 1000, 10_000, 100_000]
  const progress = startProgress("growth", sizes.length + rounds * growthCases.length)
  await using sites = new AsyncDisposableStack()
  const grown: Grown[] = []
  for (const rows of sizes) {
    progress.step(`${rows.toLocaleString("en")} projects and messages`)
    const site = sites.use(await startFilledSite({ projects: rows, messages: rows }))
    grown.push({ url: site.url, rows, administrator: await signInAdministrator(site), files: await loadCases(site) })
  }
  const medians = new Map<GrowthCase, number[][]>(growthCases.map((one) => [one, sizes.map(() => [])]))
  const limits = { seconds: seconds / 5, times: 200 }
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [one, bySize] of medians) {
      progress.step(`round ${turn + 1}, ${one.name}`)
      for (const [index, site] of grown.entries()) {
        await one.send(site) // warm
        bySize[index]?.push(median(await sendRepeatedly(() => one.send(site), limits)))
      }
    }
  }
  progress.end()
  return [growthTable(sizes, medians)]
}

function growthTable(sizes: readonly number[], medians: Map<GrowthCase, number[][]>): Table {
  const [least = 0, most = 0] = [sizes[0], sizes.at(-1)]
  return {
    title: "Milliseconds of an answer, by the number of projects and of messages",
    note: "One request at a time; medians. Pages in brotli. All sizes are asked in turn, in the same minutes.",
    columns: ["what", ...sizes.map((size) => size.toLocaleString("en")), `${most / least} times as many cost`, "limit"],
    rows: Array.from(medians, ([{ name, flat }, bySize]) => {
      const found = bySize.map((rounds) => median(rounds))
      const growth = (found.at(-1) ?? Number.NaN) / (found[0] ?? Number.NaN)
      return [name, ...found, growth, flat ? `≤ ${FLAT} times` : ""]
    }),
  }
}
