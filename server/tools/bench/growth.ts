import { startProgress } from "#server/tools/figures/progress.ts"
import { median } from "#server/tools/figures/statistics.ts"
import type { Table } from "#server/tools/figures/tables.ts"
import { signInAdministrator } from "./administrator.ts"
import type { BenchOptions } from "./bench-options.ts"
import { type Engine, sqlite, startPostgres } from "./engines.ts"
import { startFilledSite } from "./filled-site.ts"
import { type Grown, type GrowthCase, growthCases } from "./growth-cases.ts"
import { loadCases } from "./load-cases.ts"
import { sendInTurn } from "./one-by-one.ts"

/** A request may cost this many times as much with a thousand times as many rows. */
const FLAT = 1.2

const SEARCH_MS = 25

/** Each project has this many revisions. */
const REVISIONS = 10

/** Measures what each request costs, one at a time, on sites of several sizes that run side by side. */
export async function measureGrowth(effort: BenchOptions): Promise<Table[]> {
  await using postgres = await startPostgres()
  return [await measureOn(sqlite, effort), await measureOn(postgres, effort)]
}

async function measureOn(engine: Engine, { rounds, seconds, quick }: BenchOptions): Promise<Table> {
  const sizes = quick ? [100, 1000] : [100, 1000, 10_000, 100_000]
  const progress = startProgress(`growth on ${engine.name}`, sizes.length + rounds * growthCases.length)
  await using sites = new AsyncDisposableStack()
  const grown: Grown[] = []
  for (const rows of sizes) {
    progress.step(`${rows.toLocaleString("en")} projects and messages`)
    const site = sites.use(await startFilledSite({ projects: rows, messages: rows, revisions: REVISIONS }, { engine }))
    grown.push({ url: site.url, rows, administrator: await signInAdministrator(site), files: await loadCases(site) })
  }
  const medians = new Map<GrowthCase, number[][]>(growthCases.map((one) => [one, sizes.map(() => [])]))
  const limits = { seconds: (sizes.length * seconds) / 5, times: 200 }
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [one, bySize] of medians) {
      progress.step(`round ${turn + 1}, ${one.name}`)
      for (const site of grown) await one.send(site) // warms the caches up
      const times = await sendInTurn(
        grown.map((site) => () => one.send(site)),
        limits,
      )
      for (const [index, found] of bySize.entries()) found.push(median(times[index] ?? []))
    }
  }
  progress.end()
  return growthTable(engine, sizes, medians)
}

function growthTable(engine: Engine, sizes: readonly number[], medians: Map<GrowthCase, number[][]>): Table {
  return {
    title: `Milliseconds of an answer on ${engine.name}, by the number of projects and of messages`,
    note:
      "One request at a time; medians. Pages in brotli. All sizes are asked in turn, in the same minutes. The growth is " +
      "from 100 rows on, or from the size at which the answer has as many rows as at the largest.",
    columns: ["what", ...sizes.map((size) => size.toLocaleString("en")), "growth", "limit"],
    rows: Array.from(medians, ([{ name, isSearch, fullFrom = 0 }, bySize]) => {
      const found = bySize.map((rounds) => median(rounds))
      const first = sizes.findIndex((size) => size >= fullFrom)
      const growth = (found.at(-1) ?? Number.NaN) / (found[first] ?? Number.NaN)
      return [name, ...found, growth, isSearch ? `< ${SEARCH_MS} ms` : `≤ ${FLAT} times`]
    }),
  }
}
