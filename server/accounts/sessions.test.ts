// @module-tag engines
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { CompiledQuery } from "kysely"
import { describe, expect, test } from "vitest"
import type { Role } from "#server/contract/domains/roles.ts"
import { DAY_MS } from "#server/contract/durations.ts"
import { connectFile } from "#server/database/connect.ts"
import type { Database } from "#server/database/core/database.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { engine } from "#server/testing/open-test-database.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount } from "#server/testing/test-account.ts"
import { deleteExpiredSessions } from "./sessions.ts"

function inDays(days: number) {
  return new Date(Date.now() + days * DAY_MS).toISOString()
}

async function startSignedIn(overrides: { role?: "user" | "admin" } = {}, given: Parameters<typeof startApp>[0] = {}) {
  const app = await startApp(given)
  const account = await createTestAccount(app.db, overrides)
  const browser = createCookieClient(app)
  await browser.signIn(account)
  return { ...app, account, browser }
}

function onlySession(db: Database) {
  return db.selectFrom("sessions").selectAll().executeTakeFirstOrThrow()
}

async function changeSession(db: Database, dates: { createdAt?: string; expiresAt?: string }) {
  await db.updateTable("sessions").set(dates).execute()
}

async function daysLeft(db: Database): Promise<number> {
  return (Date.parse((await onlySession(db)).expiresAt) - Date.now()) / DAY_MS
}

describe("the current account", () => {
  test.each([
    {},
    { Cookie: "session=" },
    { Cookie: "session=inconnue" },
    { Cookie: "session=%E0%A4%A" },
    { Cookie: "session='; drop table sessions; --" },
    { Cookie: `session=${"a".repeat(10_000)}` },
  ])("is null for %o, and no failure", async (headers) => {
    await using app = await startApp()
    const response = await app.request("/trpc/accounts.me", { headers })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ result: { data: null } })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test("is returned without credentials", async () => {
    await using app = await startSignedIn()
    expect(await app.browser.me()).toEqual(app.account)
  })
})

describe("signing out", () => {
  test("ends the session on the server and clears the cookie", async () => {
    await using app = await startSignedIn({ role: "admin" })
    const oldClient = createCookieClient(app, { Cookie: `session=${app.browser.cookies.get("session")}` })
    const response = await app.browser.signOut()
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ success: true })
    expect(response.headers.getSetCookie()).toEqual(["session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"])
    expect(await oldClient.me()).toBeNull()
    expect((await oldClient.request("/api/admin/stats")).status).toBe(401)
    expect(await app.db.selectFrom("sessions").select("idHash").execute()).toEqual([])
  })

  test("removes the cookie of a session that was to be extended too", async () => {
    await using app = await startSignedIn()
    await changeSession(app.db, { expiresAt: inDays(14) })
    const response = await app.browser.signOut()
    expect(response.headers.getSetCookie()).toEqual(["session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"])
  })

  test.runIf(engine === "sqlite")("removes the cookie even if the database fails", async () => {
    await using app = await startSignedIn()
    await app.db.schema.alterTable("sessions").renameTo("lost").execute()
    const response = await app.browser.signOut()
    expect(response.status).toBe(500)
    expect(response.headers.getSetCookie()).toEqual(["session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"])
  })

  test("leaves the same account's other browsers alone", async () => {
    await using app = await startSignedIn()
    const other = createCookieClient(app)
    await other.signIn(app.account)
    await app.browser.signOut()
    expect(await other.me()).toMatchObject({ id: app.account.id })
  })

  test("is a success for a visitor", async () => {
    await using app = await startApp()
    expect((await createCookieClient(app).signOut()).status).toBe(200)
  })

  test("is rejected for another site's page", async () => {
    await using app = await startSignedIn()
    const headers = { Origin: "https://evil.example" }
    expect((await app.browser.request("/api/logout", { method: "POST", headers })).status).toBe(403)
    expect(await app.browser.me()).not.toBeNull()
  })

  test("everywhere else ends the account's other sessions alone", async () => {
    await using app = await startSignedIn()
    const [other, stranger] = [createCookieClient(app), createCookieClient(app)]
    await other.signIn(app.account)
    await stranger.signIn(await createTestAccount(app.db))
    expect((await app.browser.postJson("/trpc/accounts.endOtherSessions", {})).status).toBe(200)
    expect(await other.me()).toBeNull()
    expect(await app.browser.me()).not.toBeNull()
    expect(await stranger.me()).not.toBeNull()
  })
})

test("a session survives a restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-sessions-"))
  const file = join(folder, "site.db")
  let cookie = ""
  {
    await using app = await startApp({ db: await connectFile(file) })
    const browser = createCookieClient(app)
    await browser.signIn(await createTestAccount(app.db))
    cookie = `session=${browser.cookies.get("session")}`
  }
  {
    await using app = await startApp({ db: await connectFile(file) })
    expect(await createCookieClient(app, { Cookie: cookie }).me()).not.toBeNull()
  }
  rmSync(folder, { recursive: true })
})

test("the database contains the SHA-256 of a session's id, and nowhere the id", async () => {
  await using app = await startSignedIn()
  const id = app.browser.cookies.get("session") ?? ""
  const row = await onlySession(app.db)
  expect(row.idHash).toBe(createHash("sha256").update(id).digest("hex"))
  expect(JSON.stringify(row)).not.toContain(id)
  expect(await createCookieClient(app, { Cookie: `session=${row.idHash}` }).me()).toBeNull()
})

describe("a session", () => {
  test("lasts thirty days from signing in", async () => {
    await using app = await startSignedIn()
    expect(await daysLeft(app.db)).toBeCloseTo(30, 2)
  })

  test("is extended to thirty days again once that gains a day, and the cookie with it", async () => {
    await using app = await startSignedIn()
    await changeSession(app.db, { expiresAt: inDays(28.9) })
    const response = await app.browser.request("/trpc/accounts.me")
    expect(response.headers.getSetCookie()).toEqual([
      `session=${app.browser.cookies.get("session")}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
    ])
    await expect.poll(() => daysLeft(app.db)).toBeCloseTo(30, 2)
  })

  test("is not written again at every call", async () => {
    await using app = await startSignedIn()
    const expiresAt = inDays(29.1)
    await changeSession(app.db, { expiresAt })
    const response = await app.browser.request("/trpc/accounts.me")
    expect(response.headers.getSetCookie()).toEqual([])
    expect((await onlySession(app.db)).expiresAt).toBe(expiresAt)
  })

  test("lasts ninety days at most, however often it is extended", async () => {
    await using app = await startSignedIn()
    await changeSession(app.db, { createdAt: inDays(-80), expiresAt: inDays(5) })
    expect(await app.browser.me()).not.toBeNull()
    await expect.poll(() => daysLeft(app.db)).toBeCloseTo(10, 2)
  })

  test("is invalid once it has expired, and reading it writes nothing", async () => {
    await using app = await startSignedIn({ role: "admin" })
    await changeSession(app.db, { expiresAt: inDays(-0.001) })
    expect(await app.browser.me()).toBeNull()
    expect((await app.browser.request("/api/admin/stats")).status).toBe(401)
    expect(await app.db.selectFrom("sessions").select("idHash").execute()).toHaveLength(1)
  })

  test("is deleted once it has expired, and not before", async () => {
    await using app = await startSignedIn()
    const other = createCookieClient(app)
    await changeSession(app.db, { expiresAt: inDays(-0.001) })
    await other.signIn(app.account)
    await deleteExpiredSessions(app.db, app.now())
    expect(await app.db.selectFrom("sessions").select("idHash").execute()).toHaveLength(1)
    expect(await other.me()).not.toBeNull()
  })
})

test("sessions begin, last and are deleted by the site's clock, whatever the machine's", async () => {
  let aheadMs = 400 * DAY_MS
  const now = () => new Date(Date.now() + aheadMs)
  await using app = await startSignedIn({}, { now })
  expect((await onlySession(app.db)).createdAt.slice(0, 10)).toBe(now().toISOString().slice(0, 10))
  expect((await app.browser.postJson("/trpc/accounts.checkReauthentication", undefined)).status).toBe(200)
  await deleteExpiredSessions(app.db, now())
  expect(await app.browser.me()).not.toBeNull()
  aheadMs += 30 * DAY_MS
  expect(await app.browser.me()).toBeNull()
  await deleteExpiredSessions(app.db, now())
  expect(await app.db.selectFrom("sessions").select("idHash").execute()).toEqual([])
})

test("an account keeps its newest fifty sessions, and other accounts keep theirs", async () => {
  await using app = await startSignedIn()
  const other = createCookieClient(app)
  await other.signIn(await createTestAccount(app.db))
  const old = await onlySession(app.db)
  await app.db
    .updateTable("sessions")
    .set({ createdAt: inDays(-1) })
    .where("idHash", "=", old.idHash)
    .execute()
  const rows = Array.from({ length: 60 }, (_, number) => ({ ...old, idHash: `hash ${number}`, createdAt: inDays(-2) }))
  await app.db.insertInto("sessions").values(rows).execute()
  const newest = createCookieClient(app)
  await newest.signIn(app.account)
  const kept = await app.db.selectFrom("sessions").select("idHash").where("accountId", "=", app.account.id).execute()
  expect(kept).toHaveLength(50)
  expect([await app.browser.me(), await newest.me(), await other.me()]).not.toContain(null)
})

describe("a change in the database counts from the next call", () => {
  test("a role that is granted and revoked", async () => {
    await using app = await startSignedIn()
    const statusAs = async (role: Role) => {
      await app.db.updateTable("accounts").set({ role }).execute()
      return (await app.browser.request("/api/admin/stats")).status
    }
    expect(await statusAs("user")).toBe(403)
    expect(await statusAs("admin")).toBe(200)
    expect(await statusAs("user")).toBe(403)
    expect(await app.browser.me()).not.toBeNull()
  })

  test("an account that is disabled", async () => {
    await using app = await startSignedIn()
    await app.db
      .updateTable("accounts")
      .set({ disabledAt: inDays(0) })
      .execute()
    expect(await app.browser.me()).toBeNull()
  })

  test("an account that is removed, with its sessions", async () => {
    await using app = await startSignedIn()
    await app.db.deleteFrom("accounts").execute()
    expect(await app.browser.me()).toBeNull()
    expect(await app.db.selectFrom("sessions").select("idHash").execute()).toEqual([])
  })
})

test.runIf(engine === "sqlite")("on a full disk a session that would be extended is valid all the same", async () => {
  await using app = await startSignedIn()
  const expiresAt = inDays(3)
  await changeSession(app.db, { expiresAt })
  await fillDisk(app.db)
  expect(await app.browser.me()).toMatchObject({ id: app.account.id })
  expect((await onlySession(app.db)).expiresAt).toBe(expiresAt)
})

/** Makes every update of a session need more space than the database may take. */
async function fillDisk(db: Database) {
  const run = (statement: string) => db.executeQuery<{ pageCount: number }>(CompiledQuery.raw(statement))
  await run("create table ballast (content blob)")
  await run("create trigger heavy after update on sessions begin insert into ballast values (zeroblob(1e6)); end")
  const { rows } = await run("pragma page_count")
  await run(`pragma max_page_count = ${rows[0]?.pageCount}`)
}
