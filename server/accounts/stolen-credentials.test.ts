// @module-tag engines
import { sql } from "kysely"
import { describe, expect, test } from "vitest"
import { DAY_MS } from "#server/contract/durations.ts"
import type { Database } from "#server/database/core/database.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"

/** Starts with an administrator who is logged in, a client that is not, and a clock that the test advances. */
async function startWithVictim(settings: Record<string, string> = { RATE_LIMITS: "0" }) {
  let time = Date.now()
  const app = await startApp({ settings, now: () => new Date(time) })
  const account = await createTestAccount(app.db, { role: "admin" })
  const victim = createCookieClient(app)
  await victim.signIn(account)
  return {
    ...app,
    account,
    victim,
    advance: (ms: number) => (time += ms),
    session: victim.cookies.get("session") ?? "",
    known: victim.cookies.get("known") ?? "",
    /** Whether that Cookie header opens the back office. */
    async opens(cookie: string) {
      const { status } = await app.request("/api/admin/stats", { headers: { Cookie: cookie } })
      return status === 200
    },
  }
}

/** Returns every value in every table as text. */
async function everyValue(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const values = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    for (const value of rows.flatMap((row) => Object.values(row))) {
      if (value === null || value === "") continue
      if (!(value instanceof Uint8Array)) values.add(String(value))
      else
        for (const encoding of ["hex", "base64", "base64url"] as const)
          values.add(Buffer.from(value).toString(encoding))
    }
  }
  return [...values]
}

test("nothing in a stolen copy of the database gives access", async () => {
  await using app = await startWithVictim()
  const values = await everyValue(app.db)
  const { idHash } = await app.db.selectFrom("sessions").select("idHash").executeTakeFirstOrThrow()
  const { passwordHash } = await app.db.selectFrom("accounts").select("passwordHash").executeTakeFirstOrThrow()
  expect(values).toEqual(expect.arrayContaining([idHash, passwordHash, app.account.email]))
  for (const value of values) {
    const cookie = encodeURIComponent(value)
    expect(await app.opens(`session=${cookie}`), value).toBe(false)
    expect(await app.opens(`known=${cookie}; token=${cookie}`), value).toBe(false)
  }
  for (const value of [idHash, passwordHash, app.account.email]) {
    expect((await createCookieClient(app).signIn(app.account, value)).status).toBe(401)
  }
  expect(await app.opens(`session=${app.session}`)).toBe(true)
})

describe("a session's cookie", () => {
  test("is invalid when one character of it differs", async () => {
    await using app = await startWithVictim()
    for (const index of app.session.split("").keys()) {
      const other = app.session[index] === "a" ? "b" : "a"
      const forged = app.session.slice(0, index) + other + app.session.slice(index + 1)
      expect(await app.opens(`session=${forged}`), forged).toBe(false)
    }
  })

  test.each([
    ["cut off", (id: string) => id.slice(0, -1)],
    ["lengthened", (id: string) => `${id}a`],
    ["in capitals", (id: string) => id.toUpperCase()],
    ["with a wildcard", (id: string) => `${id.slice(0, 4)}%25`],
    ["as a list", (id: string) => `["${id}"]`],
    ["followed by SQL", (id: string) => encodeURIComponent(`${id}' or '1'='1`)],
    ["followed by a null byte", (id: string) => `${id}%00`],
  ])("opens nothing %s", async (_what, forge) => {
    await using app = await startWithVictim()
    expect(await app.opens(`session=${forge(app.session)}`)).toBe(false)
  })

  test("is invalid under another name and in another header", async () => {
    await using app = await startWithVictim()
    for (const name of ["Session", "SESSION", "__Host-session", "known", "token", "sid"]) {
      expect(await app.opens(`${name}=${app.session}`), name).toBe(false)
    }
    const places = { Authorization: `Bearer ${app.session}`, "X-Session": app.session, session: app.session }
    const response = await app.request(`/api/admin/stats?session=${app.session}`, { headers: places })
    expect(response.status).toBe(401)
  })

  test("has 200 random bits", async () => {
    await using app = await startWithVictim()
    const ids = new Set([app.session])
    for (let count = 0; count < 20; count += 1) {
      const browser = createCookieClient(app)
      await browser.signIn(app.account)
      ids.add(browser.cookies.get("session") ?? "")
    }
    expect(ids.size).toBe(21)
    // It is base 32, with five bits per character.
    for (const id of ids) expect(id).toMatch(/^[a-z2-7]{40}$/)
  })
})

describe("a session whose cookie was copied", () => {
  const password = "onze tuiles de Kasangulu"

  test.each([
    ["changed", "changePassword", { currentPassword: TEST_PASSWORD, password, confirmPassword: password }],
    ["given again", "reauthenticate", { password: TEST_PASSWORD }],
  ])("ends seconds after the password was %s, and meanwhile opens nothing dangerous", async (_what, call, input) => {
    await using app = await startWithVictim()
    const { victim } = app
    expect((await victim.postJson(`/trpc/accounts.${call}`, input)).status).toBe(200)
    const renewed = victim.cookies.get("session")
    expect(renewed).not.toBe(app.session)
    const thief = createCookieClient(app)
    thief.cookies.set("session", app.session)
    expect(await thief.me()).not.toBeNull()
    expect((await thief.request("/api/admin/audit.csv")).status).toBe(403)
    expect((await victim.request("/api/admin/audit.csv")).status).toBe(200)
    expect(await listed(victim)).toMatchObject([{ isCurrent: true }])
    app.advance(10_000)
    expect(await thief.me()).toBeNull()
    app.advance(DAY_MS)
    expect(await victim.me()).not.toBeNull()
  })

  async function listed({ request }: ReturnType<typeof createCookieClient>) {
    const { result } = (await (await request("/trpc/accounts.sessions")).json()) as { result: { data: unknown[] } }
    return result.data
  }
})

test("the trusted device's cookie authenticates nobody", async () => {
  await using app = await startWithVictim()
  expect(await app.opens(`known=${app.known}`)).toBe(false)
  expect(await app.opens(`session=${app.known}`)).toBe(false)
  const thief = createCookieClient(app, { Cookie: `known=${app.known}` })
  expect((await thief.signIn(app.account, "une autre planche")).status).toBe(401)
  expect(await thief.me()).toBeNull()
})

test("a session that has ended is never valid again", async () => {
  await using app = await startWithVictim()
  const signedIn = async () => {
    const browser = createCookieClient(app)
    await browser.signIn(app.account)
    return { browser, cookie: `session=${browser.cookies.get("session")}` }
  }
  const [loggedOut, replaced, ended] = [await signedIn(), await signedIn(), await signedIn()]
  for (const { cookie } of [loggedOut, replaced, ended]) expect(await app.opens(cookie)).toBe(true)
  await loggedOut.browser.signOut()
  await replaced.browser.signIn(app.account)
  await app.victim.postJson("/trpc/accounts.endOtherSessions", {})
  for (const { cookie } of [loggedOut, replaced, ended]) expect(await app.opens(cookie)).toBe(false)
  // Neither signing out again with its cookie nor signing in with it makes the session valid.
  for (const { cookie } of [loggedOut, replaced, ended]) {
    await app.request("/api/logout", { method: "POST", headers: { Cookie: cookie } })
    await createCookieClient(app, { Cookie: cookie }).signIn(app.account)
    expect(await app.opens(cookie)).toBe(false)
  }
})
