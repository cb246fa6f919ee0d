// @module-tag engines
import { expect, test } from "vitest"
import type { Session } from "#server/contract/sessions.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

const PHONE =
  "Mozilla/5.0 (Linux; Android 14; TECNO KI5k) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"
const COMPUTER = "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0"

/** Starts with a phone and a computer that are signed in to one account, and with a stranger. */
async function startSite() {
  const app = await startApp({ settings: { RATE_LIMITS: "0", TRUST_PROXY: "1" } })
  const account = await createTestAccount(app.db, { role: "admin" })
  const other = await createTestAccount(app.db)
  const phone = createCookieClient(app, { "User-Agent": PHONE, "X-Forwarded-For": "41.243.17.9" })
  const computer = createCookieClient(app, { "User-Agent": COMPUTER, "X-Forwarded-For": "192.168.1.4" })
  const stranger = createCookieClient(app)
  await phone.signIn(account)
  await computer.signIn(account)
  await stranger.signIn(other)
  return { ...app, account, other, phone, computer, stranger }
}

type Browser = ReturnType<typeof createCookieClient>

async function sessionsOf({ request }: Browser, name = "accounts.sessions", input?: number): Promise<Session[]> {
  const response = await request(`/trpc/${name}${input === undefined ? "" : `?input=${input}`}`)
  const { result } = (await response.json()) as { result: { data: Session[] } }
  return result.data
}

test("sessions tell device, place and moments, the present one first, and nothing to sign in with", async () => {
  await using site = await startSite()
  const sessions = await sessionsOf(site.phone)
  const moment = expect.stringMatching(/^\d{4}-.*Z$/)
  const moments = { createdAt: moment, lastSeenAt: moment }
  expect(sessions).toEqual([
    { key: expect.any(String), device: "Chrome sur Android", place: "IPv4 41.243.x.x", ...moments, isCurrent: true },
    { key: expect.any(String), device: "Firefox sur Linux", place: "réseau local", ...moments, isCurrent: false },
  ])
  for (const { key } of sessions) {
    const stolen = createCookieClient(site, { Cookie: `session=${key}` })
    expect(await stolen.me()).toBeNull()
  }
})

test("one session is ended, or all others", async () => {
  await using site = await startSite()
  const [, other] = await sessionsOf(site.phone)
  expect((await site.phone.postJson("/trpc/accounts.endSession", other?.key)).status).toBe(200)
  expect(await site.computer.me()).toBeNull()
  expect((await site.phone.postJson("/trpc/accounts.endSession", other?.key)).status).toBe(404)
  await site.computer.signIn(site.account)
  await site.phone.postJson("/trpc/accounts.endOtherSessions", undefined)
  expect(await site.computer.me()).toBeNull()
  expect(await sessionsOf(site.phone)).toMatchObject([{ isCurrent: true }])
})

test("nobody sees or ends the sessions of somebody else without the right to", async () => {
  await using site = await startSite()
  const [present] = await sessionsOf(site.phone)
  expect((await site.stranger.postJson("/trpc/accounts.endSession", present?.key)).status).toBe(404)
  const path = `/trpc/users.sessions?input=${site.account.id}`
  expect((await site.stranger.request(path)).status).toBe(403)
  const crossed = { user: site.other.id, session: present?.key }
  expect((await site.phone.postJson("/trpc/users.endSession", crossed)).status).toBe(404)
  expect(await site.phone.me()).not.toBeNull()
})

test("an administrator sees and ends the sessions of a user, one or all", async () => {
  await using site = await startSite()
  const second = createCookieClient(site)
  await second.signIn(site.other)
  const [one] = await sessionsOf(site.phone, "users.sessions", site.other.id)
  await site.phone.postJson("/trpc/users.endSession", { user: site.other.id, session: one?.key })
  expect(await sessionsOf(site.phone, "users.sessions", site.other.id)).toHaveLength(1)
  await site.phone.postJson("/trpc/users.endSessions", site.other.id)
  expect([await site.stranger.me(), await second.me()]).toEqual([null, null])
  const actions = await site.db
    .selectFrom("audit")
    .select("action")
    .where("action", "!=", "sign in")
    .orderBy("id")
    .execute()
  expect(actions.map(({ action }) => action)).toEqual(["end session", "end sessions"])
})
