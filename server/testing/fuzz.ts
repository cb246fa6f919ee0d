import fc from "fast-check"
import { sql } from "kysely"
import { expect, test } from "vitest"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { SECTOR_SLUGS } from "#server/contract/sectors.ts"
import type { Database } from "#server/database/core/database.ts"
import { isPostgres } from "#server/database/core/engine.ts"
import { nameInDatabase, table } from "#server/database/core/names.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { writeLastId } from "#server/database/sqlite/copy.ts"
import { contactFields, createTestProject } from "./fixtures.ts"
import { fuzzSeed } from "./fuzz-seed.ts"
import type { startApp } from "./start-app.ts"

type Site = Pick<Awaited<ReturnType<typeof startApp>>, "request" | "db">

const RUNS = 4

const numRuns = Number(process.env.FUZZ_RUNS ?? RUNS)

/** The number of runs by test, for the summary. */
const tried: Record<string, number> = {}

/** Tests a property with the seed, which the summary logs. FUZZ_SEED repeats a seed, FUZZ_RUNS adds runs. */
export function fuzz<Value>(name: string, values: fc.Arbitrary<Value>, check: (value: Value) => Promise<void>) {
  const property = fc.asyncProperty(values, async (value) => {
    tried[name] = (tried[name] ?? 0) + 1
    await check(value)
  })
  const patience = 15_000 + numRuns * 200
  test(name, { timeout: 3 * patience }, async () => {
    await fc.assert(property, { seed: fuzzSeed, numRuns, interruptAfterTimeLimit: patience })
  })
}

export function logFuzzSummary(what: string) {
  const runs = Object.values(tried).reduce((sum, count) => sum + count, 0)
  console.info(`${what}: ${Object.keys(tried).length} fuzzed, ${runs} requests, FUZZ_SEED=${fuzzSeed}`)
}

/** Traces of the implementation. The hostile texts contain none, so no response may contain any. */
const internals =
  /SQLITE|SqliteError|no such (table|column)|(relation|column) "|syntax error|node_modules|\bat \S+ \(|\.ts:\d|\/server\/|better-sqlite/

const english = /\b(the|must|expected|received|required|invalid|unexpected|cannot|failed|error|too|not)\b/i

/** Expects a status below 500, no internals, and failures in JSON that are in French and in the contract's form. */
export async function expectSafeResponse(response: Response): Promise<void> {
  // An event stream never ends.
  if (response.headers.get("Content-Type") === "text/event-stream") return response.body?.cancel()
  const text = await response.text()
  expect(response.status, text.slice(0, 300)).toBeLessThan(500)
  expect(internals.exec(text)?.[0]).toBeUndefined()
  // A redirect must not lead to another site.
  expect(response.headers.get("Location") ?? "/").toMatch(/^\/(?![/\\])/)
  if (response.status < 400 || !response.headers.get("Content-Type")?.startsWith("application/json")) return
  const failures = [JSON.parse(text)].flat().filter((answer) => !("result" in answer))
  for (const failure of failures) expectFrenchFailure(failure)
}

function expectFrenchFailure(answer: { error?: unknown }) {
  const failure = (answer.error ?? answer) as { message: string; errors?: object; data?: { fields?: object } }
  if (!answer.error) expect(answer).toMatchObject({ success: false })
  const fields = failure.errors ?? failure.data?.fields ?? {}
  for (const message of [failure.message, ...Object.values(fields)]) {
    expect(message).toEqual(expect.any(String))
    // After the colon, the message repeats the input.
    const own =
      String(message)
        .split(" : ")
        .at(String(message).endsWith(responseTexts.imageUnreadable) ? -1 : 0) ?? ""
    expect(own).toMatch(/\S/)
    expect(own).not.toMatch(english)
  }
}

const pages = ["/", ...Object.values(SECTOR_SLUGS).map((slug) => `/${slug}`)]

const lists = [
  "/api/projects",
  "/api/contact-messages",
  "/api/admin/stats",
  "/trpc/stats.recent",
  "/trpc/views.list",
  `/trpc/projects.search?input=${encodeURIComponent('{"search":"","sort":"newest","page":1}')}`,
  `/trpc/messages.search?input=${encodeURIComponent('{"search":"","page":1}')}`,
]

/** The markup of the hostile texts, unescaped. */
export const liveMarkup = /<script>alert|<img src=x|<svg onload|<b>|<%=|<!--<script/

/** Summarizes the rows that pages show. */
async function rowsIn({ db }: Pick<Site, "db">): Promise<string> {
  const count = (table: "projects" | "messages" | "drafts" | "savedViews") =>
    db.selectFrom(table).select((row) => row.fn.countAll().as("rows"))
  const rows = await db
    .selectNoFrom([
      count("projects").as("projects"),
      count("messages").as("messages"),
      count("drafts").as("drafts"),
      count("savedViews").as("views"),
      db
        .selectFrom("messages")
        .select((row) => row.fn.max("id").as("id"))
        .as("message"),
      db.selectFrom("contentVersion").select("version").as("version"),
    ])
    .execute()
  return JSON.stringify(rows)
}

let initialRows = ""

/** If rows have changed, expects that no row breaks a page, and resets them. */
export async function expectPagesRender(site: Site, admin: Record<string, string>): Promise<void> {
  if ((await rowsIn(site)) === initialRows) return
  await expectListsRender(site, admin).finally(() => resetRows(site))
}

/** Expects that every list of projects or messages renders, with all texts escaped. */
async function expectListsRender({ request }: Site, admin: Record<string, string>): Promise<void> {
  for (const path of lists) {
    const response = await request(path, { headers: admin })
    expect(response.status, path).toBe(200)
    await response.json()
  }
  for (const path of pages) {
    const response = await request(path, { headers: { Accept: "text/html" } })
    expect(response.status, path).toBe(200)
    const html = await response.text()
    expect(html, path).toMatch(/<h1[\s>][\s\S]*<\/footer>[\s\S]*<\/html>$/)
    // Browsers replace these characters, after which the hash in the policy would not match.
    for (const [, code] of html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)) expect(code, path).not.toMatch(/[\0\r]/)
    const live = liveMarkup.exec(html)
    expect(live && html.slice(live.index - 100, live.index + 100), path).toBeNull()
  }
}

function restartIds(db: Database, name: keyof Schema) {
  return isPostgres(db)
    ? sql`alter table ${table(name)} alter column id restart`.execute(db)
    : writeLastId(db, nameInDatabase(name), 0)
}

/** Leaves one project and one message, both with id 1, and the content that the site starts with. */
export async function resetRows(site: Pick<Site, "db">): Promise<void> {
  const { db } = site
  await db.deleteFrom("projects").execute()
  await db.deleteFrom("messages").execute()
  for (const table of ["drafts", "revisions", "contentImages", "contentChanges", "savedViews"] as const)
    await db.deleteFrom(table).execute()
  for (const table of ["projects", "messages", "revisions", "savedViews"] as const) await restartIds(db, table)
  await createTestProject(db)
  const { firstName, lastName, message, ...fields } = contactFields
  const folded = {
    fullNameFolded: normalizeForSearch(`${firstName} ${lastName}`),
    messageFolded: normalizeForSearch(message),
  }
  const row = { ...fields, ...folded, firstName, lastName, message, createdAt: new Date().toISOString() }
  await db.insertInto("messages").values(row).execute()
  initialRows = await rowsIn(site)
}
