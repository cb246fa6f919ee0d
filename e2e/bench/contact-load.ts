import { join } from "node:path"
import { median } from "#e2e/figures/statistics.ts"
import type { Table } from "#e2e/figures/tables.ts"
import type { Site } from "#e2e/start-site.ts"
import { connectFile } from "#server/database/connect.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { CONNECTIONS, type LoadResult, runLoad } from "./run-load.ts"

/** autocannon puts another id into each request: no two of them are the same message. */
export const contactRequest = {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ ...contactFields, message: "Bonjour, je voudrais un devis. Référence [<id>]." }),
} as const

/** So many messages at once; ends the bench when one that was acknowledged is not in the database. */
export async function measureContact(site: Site, amount: number): Promise<LoadResult> {
  const before = await countMessages(site)
  const answers = await runLoad({ url: `${site.url}/api/contact`, ...contactRequest, idReplacement: true, amount })
  const stored = (await countMessages(site)) - before
  if (stored !== answers.answered)
    throw new Error(`${answers.answered} messages were acknowledged, ${stored} are stored`)
  return answers
}

async function countMessages({ dataDir }: Site): Promise<number> {
  await using db = await connectFile(join(dataDir, "site.db"))
  const { count } = await db
    .selectFrom("messages")
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow()
  return count
}

export function contactTable(first: LoadResult, rounds: readonly LoadResult[]): Table {
  return {
    title: `POST /api/contact, ${CONNECTIONS} connections`,
    note: "Durable on disk. Every message that was acknowledged was then found in the database.",
    columns: ["when", "messages", "a second", "p50 ms", "p99 ms", "limit"],
    rows: [
      ["the first after a start", first.answered, first.rate, first.p50, first.p99, ""],
      [
        "then",
        rounds.reduce((sum, { answered }) => sum + answered, 0),
        median(rounds.map(({ rate }) => rate)),
        median(rounds.map(({ p50 }) => p50)),
        median(rounds.map(({ p99 }) => p99)),
        "p99 < 25 ms",
      ],
    ],
  }
}
