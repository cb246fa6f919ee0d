import type { Site } from "#server/testing/start-site.ts"
import { startProgress } from "#server/tools/figures/progress.ts"
import { median } from "#server/tools/figures/statistics.ts"
import type { Table } from "#server/tools/figures/tables.ts"
import { signInAdministrator } from "./administrator.ts"
import { afterWriteTable, measureAfterWrite } from "./after-write.ts"
import { startBaselines } from "./baselines.ts"
import type { BenchOptions } from "./bench-options.ts"
import { compare, type Round } from "./compare.ts"
import { type ContactRounds, contactTable, measureContact } from "./contact-load.ts"
import { startPostgres } from "./engines.ts"
import { startFilledSite } from "./filled-site.ts"
import { type Case, loadCases } from "./load-cases.ts"
import { CONNECTIONS } from "./run-load.ts"

/** Measures requests per second, relative to servers that answer the same bytes from a constant. */
export async function measureLoad({ rounds, seconds, quick }: BenchOptions): Promise<Table[]> {
  await using site = await startFilledSite({ projects: 200, messages: 200 })
  await using plain = await startFilledSite({ projects: 200, messages: 200 }, { args: ["--without-fast-path"] })
  await using engine = await startPostgres()
  await using postgres = await startFilledSite({ projects: 200, messages: 200 }, { engine })
  const sites = { site: site.url, withoutFastPath: plain.url, postgres: postgres.url }
  const cases = await loadCases(site)
  await using baselines = await startBaselines(site.url, cases)
  const administrator = await signInAdministrator(site)
  const progress = startProgress("load", cases.length + rounds * (cases.length + 6))
  const first = (site: Site) => measureContact(site, quick ? 100 : 1000)
  const contact: ContactRounds[] = [
    { engine: "SQLite", site, first: await first(site), rounds: [] },
    { engine: "PostgreSQL", site: postgres, first: await first(postgres), rounds: [] },
  ]
  // V8 goes on optimizing the site's code for some 100,000 requests, and a constant's for far fewer.
  for (const one of cases) {
    progress.step(`warming up, ${one.name}`)
    await compare(sites, baselines, one, { turn: 0, seconds: seconds / 2 })
  }

  const found = new Map<Case, Round[]>(cases.map((one) => [one, []]))
  const afterWrite = new Map<Case, number[][]>()
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const one of cases) {
      progress.step(`round ${turn + 1}, ${one.name}`)
      found.get(one)?.push(await compare(sites, baselines, one, { seconds, turn }))
    }
    await measureAfterWrite(site, administrator, cases, { seconds, found: afterWrite, onStep: progress.step })
    for (const { engine, site, rounds } of contact) {
      progress.step(`round ${turn + 1}, POST /api/contact on ${engine}`)
      rounds.push(await measureContact(site, quick ? 500 : 5000))
    }
  }
  progress.end()
  return [loadTable(found), afterWriteTable(afterWrite, found), contactTable(contact)]
}

function loadTable(found: Map<Case, Round[]>): Table {
  return {
    title: `Requests per second, ${CONNECTIONS} connections`,
    note:
      "Milliseconds for p50 and p99. Shares are medians over the rounds, each taken within its round. The limits are of the " +
      "share of Hono's constant body with the fast path, without it, and with the rows in PostgreSQL.",
    columns: [
      "what",
      "requests/s",
      "p50",
      "p99",
      "Hono's constant",
      "node:http's",
      "share of Hono",
      "without fast path",
      "on PostgreSQL",
      "of node:http",
      "limit",
    ],
    rows: Array.from(found, ([{ name, share, plainShare, postgresShare }, rounds]) => [
      name,
      median(rounds.map(({ site }) => site.rate)),
      median(rounds.map(({ site }) => site.p50)),
      median(rounds.map(({ site }) => site.p99)),
      median(rounds.map(({ hono }) => hono.rate)),
      median(rounds.map(({ node }) => node.rate)),
      median(rounds.map(({ site, hono }) => site.rate / hono.rate)),
      median(rounds.map(({ withoutFastPath, hono }) => withoutFastPath.rate / hono.rate)),
      median(rounds.map(({ postgres, hono }) => postgres.rate / hono.rate)),
      median(rounds.map(({ site, node }) => site.rate / node.rate)),
      [share, plainShare, postgresShare].flatMap((least) => (least === undefined ? [] : `≥ ${least}`)).join(", "),
    ]),
  }
}
