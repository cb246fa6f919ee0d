import type { Site } from "#server/testing/start-site.ts"
import { mean, median, quantile } from "#server/tools/figures/statistics.ts"
import type { Table } from "#server/tools/figures/tables.ts"
import type { Administrator } from "./administrator.ts"
import type { Round } from "./compare.ts"
import { SMALL_SECTOR } from "./filled-site.ts"
import type { Case } from "./load-cases.ts"
import { send, sendRepeatedly } from "./one-by-one.ts"

const wanted: Record<string, { share: number; milliseconds?: number }> = {
  "/api/projects": { share: 0.05 },
  [SMALL_SECTOR.path]: { share: 0.015, milliseconds: 3 },
}

interface Means {
  seconds: number
  /** The milliseconds of each answer, by round. */
  found: Map<Case, number[][]>
  onStep: (what: string) => void
}

/** Measures responses that no cache can serve: requests go one at a time, and a project changes before each. */
export async function measureAfterWrite(
  site: Site,
  administrator: Administrator,
  cases: readonly Case[],
  { seconds, found, onStep }: Means,
) {
  for (const one of cases.filter(({ path }) => path in wanted)) {
    onStep(`a write before each ${one.name}`)
    const once = async () => {
      await administrator.changeProject()
      return send(site.url + one.path, { headers: one.headers })
    }
    const times = await sendRepeatedly(once, { seconds, times: 1000 })
    found.set(one, [...(found.get(one) ?? []), times])
  }
}

export function afterWriteTable(found: Map<Case, number[][]>, loads: Map<Case, Round[]>): Table {
  return {
    title: "With a write between all requests",
    note:
      "One request at a time, timed alone, each after a project was changed over HTTP. Requests a second are what " +
      "that time allows; the share is of Hono's constant body under full load, in the same round.",
    columns: ["what", "median ms", "p99 ms", "requests/s", "Hono's constant", "share of Hono", "limit"],
    rows: Array.from(found, ([one, rounds]) => {
      const hono = (loads.get(one) ?? []).map((round) => round.hono.rate)
      const rates = rounds.map((times) => 1000 / mean(times))
      const { share, milliseconds } = wanted[one.path] ?? { share: 0 }
      return [
        one.name,
        median(rounds.map((times) => median(times))),
        median(rounds.map((times) => quantile(times, 0.99))),
        median(rates),
        median(hono),
        median(rates.map((rate, index) => rate / (hono[index] ?? Number.NaN))),
        `≥ ${share}${milliseconds ? `, < ${milliseconds} ms` : ""}`,
      ]
    }),
  }
}
