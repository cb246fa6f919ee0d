import type { Yardsticks } from "./baselines.ts"
import type { Case } from "./load-cases.ts"
import { type Answers, type Load, runLoad } from "./run-load.ts"

/** What one case reached in one round, site and yardsticks one after the other. */
export interface Round {
  site: Answers
  hono: Answers
  node: Answers
}

/** Who begins changes from round to round: what warms the machine up, or slows it down, falls on each in turn. */
export async function compare(
  site: string,
  yardsticks: Yardsticks,
  measured: Case,
  { turn, ...length }: { turn: number } & Pick<Load, "seconds" | "amount">,
): Promise<Round> {
  const constant = yardsticks.pathOf(measured)
  const urls = [
    ["site", site + measured.path],
    ["hono", yardsticks.hono + constant],
    ["node", yardsticks.node + constant],
  ] as const
  const round: Partial<Round> = {}
  for (const index of urls.keys()) {
    const [name, url] = urls[(index + turn) % urls.length] ?? urls[0]
    round[name] = await runLoad({ url, headers: measured.headers, ...length })
  }
  return round as Round
}
