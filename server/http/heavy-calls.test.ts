// @module-tag engines
import { expect, test } from "vitest"
import type { Role } from "#server/contract/domains/roles.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { seed } from "#server/tools/seed.ts"

type App = Awaited<ReturnType<typeof startApp>>

function batchUrl(inputs: readonly unknown[], procedure = "projects.list", separator = ","): string {
  const path = Array(inputs.length).fill(procedure).join(separator)
  return `/trpc/${path}?batch=1&input=${encodeURIComponent(JSON.stringify({ ...inputs }))}`
}

async function outcomes(response: Response): Promise<(number | string)[]> {
  const results = (await response.json()) as { result?: { data: unknown[] }; error?: { message: string } }[]
  return results.map(({ result, error }) => result?.data.length ?? error?.message ?? "")
}

/** Tells of each statement that reads projects. */
function onRead(app: App, tell: () => void) {
  const original = app.db.selectFrom.bind(app.db)
  app.db.selectFrom = ((table: never) => {
    if (table === "projects") tell()
    return original(table)
  }) as never
}

function countReads(app: App) {
  let count = 0
  onRead(app, () => {
    count += 1
  })
  return () => count
}

const TOO_MANY_ROWS = responseTexts.tooManyRows

test("a batch of lists ends after two thousand rows", async () => {
  await using app = await startApp()
  await seed(app.db, { projects: 1001, messages: 0 }, new Date())
  const response = await app.request(batchUrl(Array(50).fill({})))
  expect(await outcomes(response)).toEqual([1000, 1000, ...Array(48).fill(TOO_MANY_ROWS)])
})

test("the rows of the office's lists count too", async () => {
  await using app = await startApp()
  await seed(app.db, { projects: 0, messages: 1001 }, new Date())
  const headers = await signInAs(app, "admin")
  const response = await app.request(batchUrl([{}, {}, {}], "messages.list"), { headers })
  expect(await outcomes(response)).toEqual([1000, 1000, TOO_MANY_ROWS])
})

test.each([
  ["tRPC", batchUrl([{}, { sector: "elevage" }])],
  ["tRPC, with parameters", batchUrl([{ limit: 3 }])],
  ["REST", "/api/projects"],
  ["REST, with parameters", "/projects?limit=3"],
])("a public list by %s is read once until the content changes", async (_way, path) => {
  await using app = await startApp()
  await createTestProject(app.db)
  const reads = countReads(app)
  const first = await (await app.request(path)).text()
  const once = reads()
  expect(once).toBeGreaterThan(0)
  expect(await (await app.request(path)).text()).toBe(first)
  expect(reads()).toBe(once)
  await createTestProject(app.db)
  expect(await (await app.request(path)).text()).not.toBe(first)
})

test("a batch that also asks for what belongs to one person is not cached", async () => {
  await using app = await startApp()
  const headers = await signInAs(app, "reader")
  const path = "/trpc/projects.list,accounts.me?batch=1&input=%7B%220%22%3A%7B%7D%7D"
  const me = async (sent: Record<string, string>) => {
    const response = await app.request(path, { headers: sent })
    const results = (await response.json()) as { result: { data?: unknown } }[]
    return results[1]?.result.data
  }
  expect(await me(headers)).toMatchObject({ role: "reader" })
  expect(await me({})).not.toMatchObject({ role: "reader" })
})

const manyCalls = batchUrl(Array(50).fill({ limit: 1 }), "projects.get")

test.each([
  ["a comma", manyCalls],
  ["an encoded comma", batchUrl(Array(50).fill({ limit: 1 }), "projects.get", "%2C")],
])("of a visitor's calls in batches with %s, 1,500 in thirty seconds pass", async (_separator, path) => {
  let time = Date.UTC(2025, 0, 1)
  await using app = await startApp({ now: () => new Date(time) })
  for (let batch = 0; batch < 30; batch += 1) expect((await app.request(path)).status).not.toBe(429)
  const rejected = await app.request("/api/projects/1")
  expect(rejected.status).toBe(429)
  expect(rejected.headers.get("Retry-After")).toBe("30")
  expect(await rejected.json()).toEqual({ success: false, message: responseTexts.tooManyCalls })
  for (const path of ["/api/ready", "/api/health"]) expect((await app.request(path)).status).toBe(200)
  const statusFor = async (role: Role) =>
    (await app.request("/api/projects/1", { headers: await signInAs(app, role) })).status
  // Anybody can register as a user, who has no right.
  expect([await statusFor("user"), await statusFor("reader")]).toEqual([429, 404])
  time += 30_000
  expect((await app.request("/api/projects/1")).status).toBe(404)
})

test("RATE_LIMITS=0 turns the limit of calls off", async () => {
  await using app = await startApp({ settings: { RATE_LIMITS: "0" } })
  for (let batch = 0; batch < 31; batch += 1) expect((await app.request(manyCalls)).status).not.toBe(429)
})

test.each([
  ["of lists alone", batchUrl([{}, {}])],
  ["that also ask for something else", batchUrl([{}, {}]).replace("?", ",accounts.me?")],
  ["with long URLs", `${batchUrl([{}])}&x=${"x".repeat(2000)}`],
])("of many batches %s, one is read in each turn of the event loop", async (_which, url) => {
  await using app = await startApp()
  await seed(app.db, { projects: 50, messages: 0 }, new Date())
  let turn = 0
  const turnsOfReads = new Set<number>()
  onRead(app, () => turnsOfReads.add(turn))
  let isDone = false
  const lists = Promise.all(Array.from({ length: 20 }, (_, index) => app.request(`${url}&n=${index}`)))
  void lists.finally(() => {
    isDone = true
  })
  for (; !isDone; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  await lists
  expect(turnsOfReads.size).toBeGreaterThanOrEqual(20)
})
