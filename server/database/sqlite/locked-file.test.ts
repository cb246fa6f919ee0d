import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate as nextTurn } from "node:timers/promises"
import Sqlite from "better-sqlite3"
import { CompiledQuery } from "kysely"
import { expect, test, vi } from "vitest"
import { DAY_MS } from "#server/contract/durations.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { connectFile } from "#server/database/connect.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { bumpContentVersion } from "#server/testing/bump-content-version.ts"
import { createTestToken } from "#server/testing/create-test-token.ts"
import { contactFields, createTestProject } from "#server/testing/fixtures.ts"
import { openTestDatabase } from "#server/testing/open-test-database.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

/** Starts the app on a database file that another connection can lock. */
async function startOnFile() {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-lock-"))
  const file = join(folder, "site.db")
  const app = await startApp({ db: await connectFile(file) })
  const other = new Sqlite(file)
  return {
    ...app,
    lock: () => other.exec("begin immediate"),
    unlock: () => other.exec("commit"),
    async [Symbol.asyncDispose]() {
      other.close()
      await app[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Lets the clock by which waits for the lock are measured run twenty times as fast. */
function hurryClock() {
  const real = performance.now.bind(performance)
  const start = real()
  vi.spyOn(performance, "now").mockImplementation(() => start + 20 * (real() - start))
  return {
    now: () => performance.now() - start,
    /** Waits until the clock has gone on by so much. */
    async passes(ms: number) {
      for (const end = performance.now() + ms; performance.now() < end; ) await nextTurn()
    },
  }
}

test("a write waits for another process's lock without blocking the event loop, then succeeds", async () => {
  await using app = await startOnFile()
  app.lock()
  const clock = hurryClock()
  const sent = app.postJson("/api/contact", contactFields)
  // Waiting inside SQLite, as a busy timeout does, would leave the event loop no turn at all.
  await clock.passes(800)
  const read = await app.request("/api/projects")
  expect(read.status).toBe(200)
  app.unlock()
  expect((await sent).status).toBe(201)
})

test("reads are served while a hundred writes wait for a lock, and the writes succeed then", async () => {
  await using app = await startOnFile()
  app.lock()
  const writes = Array.from({ length: 100 }, () => createTestProject(app.db))
  // If each attempt of each write waited inside SQLite, the writes would be rejected before the reads are served.
  for (let count = 0; count < 50; count += 1) {
    expect((await app.request("/api/health")).status).toBe(200)
    await nextTurn()
  }
  app.unlock()
  expect(new Set(await Promise.all(writes)).size).toBe(100)
})

test("writes that wait for a lock are made in the order of their coming", async () => {
  await using app = await startOnFile()
  app.lock()
  const numbers = Array.from({ length: 20 }, (_, index) => index)
  const made: number[] = []
  const writes: Promise<unknown>[] = []
  for (const number of numbers) {
    const write = inTransaction(app.db, async (trx) => {
      await bumpContentVersion(trx)
      made.push(number)
    })
    writes.push(write)
    await nextTurn()
  }
  app.unlock()
  await Promise.all(writes)
  expect(made).toEqual(numbers)
})

test("a write may wait for longer than five seconds behind others that get the lock", async () => {
  await using app = await startOnFile()
  const clock = hurryClock()
  app.lock()
  const first = inTransaction(app.db, bumpContentVersion)
  const second = inTransaction(app.db, bumpContentVersion)
  const lockedAgain = first.then(app.lock)
  await clock.passes(3500)
  app.unlock()
  await lockedAgain
  await clock.passes(3500)
  app.unlock()
  await second
})

test("calls with a session or an API token do not wait for a lock, and are recorded once it is gone", async () => {
  await using app = await startOnFile()
  const { token } = await createTestToken(app.db, { rights: ["stats.read"] })
  const clients = [await signInAs(app, "admin"), { Authorization: `Bearer ${token}` }]
  const longAgo = new Date(Date.now() - 20 * DAY_MS).toISOString()
  const soon = new Date(Date.now() + 3 * DAY_MS).toISOString()
  await app.db.updateTable("sessions").set({ lastSeenAt: longAgo, expiresAt: soon }).execute()
  const call = async () => {
    for (const headers of clients) expect((await app.request("/api/admin/stats", { headers })).status).toBe(200)
  }
  app.lock()
  // A call that waited for the lock would never be answered, since its five seconds never pass.
  vi.spyOn(performance, "now").mockReturnValue(performance.now())
  for (let times = 0; times < 10; times += 1) await call()
  app.unlock()
  await call()
  const session = () => app.db.selectFrom("sessions").select(["lastSeenAt", "expiresAt"]).executeTakeFirstOrThrow()
  await expect.poll(async () => (await session()).expiresAt > soon).toBe(true)
  expect((await session()).lastSeenAt).not.toBe(longAgo)
})

test("a write that is locked out for more than five seconds gets 503 with Retry-After", async () => {
  await using app = await startOnFile()
  app.lock()
  const clock = hurryClock()
  const response = await app.postJson("/api/contact", contactFields)
  app.unlock()
  expect(clock.now()).toBeGreaterThan(4500)
  expect(response.status).toBe(503)
  expect(response.headers.get("Retry-After")).toBe("5")
  expect(await response.json()).toEqual({
    success: false,
    message: responseTexts.busy,
  })
  expect(await app.db.selectFrom("messages").select("id").execute()).toEqual([])
})

test("on a full disk writes get 507 and are rolled back, and reads are served", async () => {
  await using app = await startOnFile()
  await createTestProject(app.db)
  const { rows } = await app.db.executeQuery<{ pageCount: number }>(CompiledQuery.raw("pragma page_count"))
  await app.db.executeQuery(CompiledQuery.raw(`pragma max_page_count = ${rows[0]?.pageCount}`))
  const message = "Bonjour. ".repeat(500)
  const statuses = new Set<number>()
  for (let count = 0; count < 5; count += 1) {
    statuses.add((await app.postJson("/api/contact", { ...contactFields, message })).status)
  }
  expect(statuses).toContain(507)
  expect(statuses).not.toContain(500)
  expect((await app.request("/api/projects")).status).toBe(200)
})

test("when SQLite itself has rolled back, as on a full disk, the first error is thrown", async () => {
  const db = await openTestDatabase()
  const trigger = "create trigger gone before update on content_version begin select raise(rollback, 'no room'); end"
  await db.executeQuery(CompiledQuery.raw(trigger))
  await expect(inTransaction(db, bumpContentVersion)).rejects.toThrow("no room")
  await db.destroy()
})
