import { contactFields } from "#server/testing/fixtures.ts"
import { withDatabase } from "#server/testing/site-database.ts"
import type { Site } from "#server/testing/start-site.ts"
import { median } from "#server/tools/figures/statistics.ts"
import type { Table } from "#server/tools/figures/tables.ts"
import { CONNECTIONS, type LoadResult, runLoad } from "./run-load.ts"

/** autocannon puts another id into each request, so that no two requests are the same message. */
export const contactRequest = {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ ...contactFields, message: "Bonjour, je voudrais un devis. Référence [<id>]." }),
} as const

/** Sends that many messages at once; ends the bench when an acknowledged message is not in the database. */
export async function measureContact(site: Site, amount: number): Promise<LoadResult> {
  const before = await countMessages(site)
  const answers = await sendContacts([site], amount)
  await requireStored(site, before, answers)
  return answers
}

export function sendContacts(sites: readonly Site[], amount: number): Promise<LoadResult> {
  return runLoad({ url: sites.map(({ url }) => `${url}/api/contact`), ...contactRequest, idReplacement: true, amount })
}

export async function requireStored(site: Site, before: number, { answered }: LoadResult): Promise<void> {
  const stored = (await countMessages(site)) - before
  if (stored !== answered) throw new Error(`${answered} messages were acknowledged, ${stored} are stored`)
}

export function countMessages(site: Site): Promise<number> {
  return withDatabase(site, async (db) => {
    const counted = db.selectFrom("messages").select((row) => row.fn.countAll<number>().as("count"))
    return (await counted.executeTakeFirstOrThrow()).count
  })
}

export interface ContactRounds {
  engine: string
  site: Site
  first: LoadResult
  rounds: LoadResult[]
}

export function contactTable(found: readonly ContactRounds[]): Table {
  return {
    title: `POST /api/contact, ${CONNECTIONS} connections`,
    note: "Durable on disk. Every message that was acknowledged was then found in the database.",
    columns: ["when", "messages", "a second", "p50 ms", "p99 ms", "limit"],
    rows: found.flatMap(({ engine, first, rounds }) => [
      [`${engine}, the first after a start`, first.answered, first.rate, first.p50, first.p99, ""],
      [
        `${engine}, then`,
        rounds.reduce((sum, { answered }) => sum + answered, 0),
        median(rounds.map(({ rate }) => rate)),
        median(rounds.map(({ p50 }) => p50)),
        median(rounds.map(({ p99 }) => p99)),
        engine === "SQLite" ? "p99 < 100 ms" : "",
      ],
    ]),
  }
}
