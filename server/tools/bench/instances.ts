import Pg from "pg"
import type { Site } from "#server/testing/start-site.ts"
import { startProgress } from "#server/tools/figures/progress.ts"
import { median } from "#server/tools/figures/statistics.ts"
import type { Table } from "#server/tools/figures/tables.ts"
import type { BenchOptions } from "./bench-options.ts"
import { countMessages, requireStored, sendContacts } from "./contact-load.ts"
import { startPostgres } from "./engines.ts"
import { type FilledSite, fillSite } from "./filled-site.ts"
import { TRPC_LIST } from "./load-cases.ts"
import { mostOf, mostResident } from "./resident.ts"
import { CONNECTIONS, type LoadResult, runLoad } from "./run-load.ts"

const COUNTS = [1, 2, 3]

interface Together {
  page: LoadResult
  list: LoadResult
  contact: LoadResult
  /** The PostgreSQL connections of all instances together. */
  connections: number
  /** The resident memory of each instance. */
  megabytes: number[]
}

/** Measures several instances on one PostgreSQL; they, the database and the load share one machine. */
export async function measureInstances({ rounds, seconds, quick }: BenchOptions): Promise<Table[]> {
  await using engine = await startPostgres()
  await using filled = await fillSite({ projects: 200, messages: 200 }, engine)
  const found = new Map<number, Together[]>(COUNTS.map((count) => [count, []]))
  const progress = startProgress("instances", rounds * COUNTS.length)
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const index of COUNTS.keys()) {
      const count = COUNTS[(index + turn) % COUNTS.length] ?? 1
      progress.step(`round ${turn + 1}, ${count} at once`)
      found.get(count)?.push(await measureTogether(filled, count, { seconds, amount: quick ? 300 : 3000 }))
    }
  }
  progress.end()
  return [instancesTable(found)]
}

async function measureTogether(filled: FilledSite, count: number, length: { seconds: number; amount: number }) {
  await using running = new AsyncDisposableStack()
  const sites: Site[] = []
  while (sites.length < count) sites.push(running.use(await filled.start()))
  const [site] = sites as [Site]
  const before = await countMessages(site)
  const work = sendAll(sites, length)
  const [answers, connections, ...megabytes] = await Promise.all([
    work,
    mostConnections(site, work),
    ...sites.map(({ pid }) => mostResident(pid, work)),
  ])
  await requireStored(site, before, answers.contact)
  return { ...answers, connections, megabytes }
}

async function sendAll(sites: readonly Site[], { seconds, amount }: { seconds: number; amount: number }) {
  const urls = (path: string) => sites.map(({ url }) => url + path)
  const page = { url: urls("/"), headers: { "Accept-Encoding": "br" } }
  await runLoad({ ...page, seconds: seconds / 2 }) // warms the caches up
  return {
    page: await runLoad({ ...page, seconds }),
    list: await runLoad({ url: urls(TRPC_LIST), seconds }),
    contact: await sendContacts(sites, amount),
  }
}

async function mostConnections({ databaseUrl }: Site, work: Promise<unknown>): Promise<number> {
  const client = new Pg.Client(databaseUrl)
  await client.connect()
  const count = "select count(*)::int as count from pg_stat_activity where application_name = 'lisanga'"
  try {
    return await mostOf(async () => (await client.query<{ count: number }>(count)).rows[0]?.count ?? 0, work)
  } finally {
    await client.end()
  }
}

function instancesTable(found: Map<number, Together[]>): Table {
  const rates = (rounds: Together[], kind: "page" | "list" | "contact") => [
    median(rounds.map((round) => round[kind].rate)),
    median(rounds.map((round) => round[kind].p99)),
  ]
  return {
    title: "Instances on one PostgreSQL",
    note:
      `${CONNECTIONS} connections over all instances, without a balancer; requests per second and p99 in milliseconds. ` +
      "Instances, PostgreSQL and the load share one machine. Connections with PostgreSQL are of all instances, MB of each.",
    columns: [
      "instances",
      "cached page",
      "p99",
      "list from the database",
      "p99",
      "contact requests",
      "p99",
      "connections",
      "MB",
    ],
    rows: Array.from(found, ([count, rounds]) => [
      count,
      ...rates(rounds, "page"),
      ...rates(rounds, "list"),
      ...rates(rounds, "contact"),
      Math.max(...rounds.map(({ connections }) => connections)),
      median(rounds.flatMap(({ megabytes }) => megabytes)),
    ]),
  }
}
