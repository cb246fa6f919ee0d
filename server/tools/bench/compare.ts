import type { Baselines } from "./baselines.ts"
import type { Case } from "./load-cases.ts"
import { type LoadResult, runLoad } from "./run-load.ts"

/** The results of one case in one round, in which the servers are measured one after the other. */
export interface Round {
  site: LoadResult
  /** The same site started without the fast path. */
  withoutFastPath: LoadResult
  /** The same rows in PostgreSQL. */
  postgres: LoadResult
  hono: LoadResult
  node: LoadResult
}

/** A different server comes first in each round, so that a machine that warms up or slows down favours none. */
export async function compare(
  sites: Record<"site" | "withoutFastPath" | "postgres", string>,
  baselines: Baselines,
  measured: Case,
  { turn, seconds }: { turn: number; seconds: number },
): Promise<Round> {
  const constant = baselines.pathOf(measured)
  const urls = [
    ["site", sites.site + measured.path],
    ["withoutFastPath", sites.withoutFastPath + measured.path],
    ["postgres", sites.postgres + measured.path],
    ["hono", baselines.hono + constant],
    ["node", baselines.node + constant],
  ] as const
  const round: Partial<Round> = {}
  for (const index of urls.keys()) {
    const [name, url] = urls[(index + turn) % urls.length] ?? urls[0]
    round[name] = await runLoad({ url, headers: measured.headers, seconds })
  }
  return round as Round
}
