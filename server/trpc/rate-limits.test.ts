import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { inTransaction } from "#server/database/transaction.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { openTestDatabase } from "#server/testing/open-test-database.ts"
import { startApp } from "#server/testing/start-app.ts"
import { consumeRateLimit } from "./rate-limits.ts"

const MINUTE_MS = 60_000

/** Starts the app on a clock that the test advances, behind a proxy that names the client. */
async function startLimitedApp(settings: Record<string, string> = {}) {
  let time = Date.UTC(2025, 0, 1)
  const app = await startApp({ now: () => new Date(time), settings: { TRUST_PROXY: "1", ...settings } })
  return {
    ...app,
    advance: (ms: number) => (time += ms),
    send: (ip = "203.0.113.1", overrides: object = {}) =>
      app.postJson("/api/contact", { ...contactFields, ...overrides }, { "X-Forwarded-For": ip }),
  }
}

type LimitedApp = Awaited<ReturnType<typeof startLimitedApp>>

async function statusesOf(app: LimitedApp, count: number, ip?: string): Promise<number[]> {
  const statuses: number[] = []
  for (let sent = 0; sent < count; sent += 1) statuses.push((await app.send(ip)).status)
  return statuses
}

test("ten contact requests in ten minutes pass, the eleventh gets 429 with Retry-After", async () => {
  await using app = await startLimitedApp()
  expect(new Set(await statusesOf(app, 10))).toEqual(new Set([201]))
  app.advance(4 * MINUTE_MS)
  const rejected = await app.send()
  expect(rejected.status).toBe(429)
  expect(await rejected.json()).toEqual({ success: false, message: "Trop de tentatives, réessayez plus tard" })
  expect(rejected.headers.get("Retry-After")).toBe(String(6 * 60))
  expect(await app.db.selectFrom("messages").select("id").execute()).toHaveLength(10)
})

test("of eleven concurrent requests ten pass", async () => {
  await using app = await startLimitedApp()
  const responses = await Promise.all(Array.from({ length: 11 }, () => app.send()))
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 429])
})

test("after Retry-After seconds one more passes", async () => {
  await using app = await startLimitedApp()
  await statusesOf(app, 10)
  const seconds = Number((await app.send()).headers.get("Retry-After"))
  app.advance((seconds - 1) * 1000)
  expect((await app.send()).status).toBe(429)
  app.advance(1000)
  expect((await app.send()).status).toBe(201)
})

test("the window slides: each request counts for ten minutes", async () => {
  await using app = await startLimitedApp()
  await statusesOf(app, 5)
  app.advance(6 * MINUTE_MS)
  await statusesOf(app, 5)
  app.advance(4 * MINUTE_MS)
  expect(await statusesOf(app, 6)).toEqual([201, 201, 201, 201, 201, 429])
})

test("a rejected request does not prolong the wait", async () => {
  await using app = await startLimitedApp()
  await statusesOf(app, 10)
  app.advance(5 * MINUTE_MS)
  await statusesOf(app, 20)
  app.advance(5 * MINUTE_MS)
  expect((await app.send()).status).toBe(201)
})

test("invalid and repeated requests do not count", async () => {
  await using app = await startLimitedApp()
  const requestId = randomUUID()
  for (let count = 0; count < 15; count += 1) {
    expect((await app.send(undefined, { email: "personne" })).status).toBe(400)
    expect((await app.send(undefined, { requestId })).status).toBe(201)
  }
  expect(await statusesOf(app, 10)).toEqual([...Array(9).fill(201), 429])
})

test("a repeated request succeeds even when the limit is reached", async () => {
  await using app = await startLimitedApp()
  const requestId = randomUUID()
  await app.send(undefined, { requestId })
  await statusesOf(app, 10)
  expect((await app.send(undefined, { requestId })).status).toBe(201)
})

test("other clients are not limited", async () => {
  await using app = await startLimitedApp()
  await statusesOf(app, 11)
  expect((await app.send("203.0.113.2")).status).toBe(201)
})

test("IPv6 clients are counted by their /64", async () => {
  await using app = await startLimitedApp()
  await statusesOf(app, 5, "2001:db8:1:2::1")
  await statusesOf(app, 5, "2001:db8:1:2:ffff::2")
  expect((await app.send("2001:db8:1:2:3:4:5:6")).status).toBe(429)
  expect((await app.send("2001:db8:1:3::1")).status).toBe(201)
})

test("without a trusted proxy X-Forwarded-For is ignored", async () => {
  await using app = await startLimitedApp({ TRUST_PROXY: "0" })
  const statuses = []
  for (let sent = 0; sent < 11; sent += 1) statuses.push((await app.send(`203.0.113.${sent}`)).status)
  expect(statuses.at(-1)).toBe(429)
})

test("RATE_LIMITS=0 turns the limits off", async () => {
  await using app = await startLimitedApp({ RATE_LIMITS: "0" })
  expect(new Set(await statusesOf(app, 15))).toEqual(new Set([201]))
})

test("expired events are deleted", async () => {
  const db = await openTestDatabase()
  const limit = { action: "essai", maxEvents: 3, windowSeconds: 60 }
  const start = Date.UTC(2025, 0, 1)
  for (const at of [start, start + 1000, start + 61_000]) {
    await inTransaction(db, (trx) => consumeRateLimit(trx, limit, "moi", new Date(at)))
  }
  expect(await db.selectFrom("limits").select("id").execute()).toHaveLength(1)
  await db.destroy()
})
