import { expect, test, vi } from "vitest"
import { createLog } from "#server/log.ts"
import { makeAccount } from "#server/testing/make-account.ts"
import { openBrowser } from "#server/testing/open-browser.ts"
import { startApp } from "#server/testing/start-app.ts"
import { startSchedule } from "./schedule.ts"

const past = "2020-01-01T00:00:00.000Z"

/** A session and a counted attempt that have expired, and one of each that have not. */
async function startWithRemains() {
  const app = await startApp()
  const account = await makeAccount(app.db)
  const attempt = { action: "essai", subject: "", at: past }
  await openBrowser(app).signIn(account)
  await expireAll(app)
  await openBrowser(app).signIn(account)
  for (const expiresAt of [past, "2999-01-01"]) {
    await app.db
      .insertInto("limits")
      .values({ ...attempt, expiresAt })
      .execute()
  }
  return app
}

type App = Awaited<ReturnType<typeof startApp>>

async function expireAll({ db }: App) {
  await db.updateTable("sessions").set({ expiresAt: past }).execute()
  await db.updateTable("limits").set({ expiresAt: past }).execute()
}

async function countRemains({ db }: App) {
  const sessions = await db.selectFrom("sessions").select("idHash").execute()
  const limits = await db.selectFrom("limits").select("id").execute()
  return { sessions: sessions.length, limits: limits.length }
}

test("what has expired is removed at the start, and nothing else", async () => {
  await using app = await startWithRemains()
  expect(await countRemains(app)).toEqual({ sessions: 2, limits: 2 })
  await startSchedule(app).stop()
  expect(await countRemains(app)).toEqual({ sessions: 1, limits: 1 })
})

test("what expires later is removed later", async () => {
  await using app = await startWithRemains()
  const sweep = startSchedule({ ...app, everyMs: 5 })
  await vi.waitFor(async () => expect((await countRemains(app)).sessions).toBe(1))
  await expireAll(app)
  await vi.waitFor(async () => expect(await countRemains(app)).toEqual({ sessions: 0, limits: 0 }))
  await sweep.stop()
})

test("a sweep that fails is written into the log and ends nothing", async () => {
  await using app = await startApp()
  await app.db.schema.dropTable("sessions").execute()
  const lines: string[] = []
  await startSchedule({ ...app, log: createLog("info", (line) => lines.push(line)) }).stop()
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "warn", event: "scheduled task failed" })
})
